// The service worker: shows what the hall pushes while its page is closed, and opens the table.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const told = event.data?.json() ?? {}
  event.waitUntil(show(told))
})

async function show({ title = 'Starhall', body = '', url = '/', tag = '' }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const path = url.split('?')[0]
  // Whoever is looking at that very table sees it there.
  if (pages.some((page) => page.visibilityState === 'visible' && path !== '/' && new URL(page.url).pathname === path)) return
  await self.registration.showNotification(title, { body, tag, renotify: !!tag, icon: '/favicon.svg', data: { url } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url ?? '/'))
})

async function open(url) {
  // Only pages of the hall itself, whatever the message says.
  const target = new URL(url, self.location.origin)
  if (target.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === target.pathname)
  if (there) return there.focus()
  return self.clients.openWindow(target.href)
}

// A browser may replace its subscription by itself; the hall has to know the new one.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (!options) return
  event.waitUntil(
    self.registration.pushManager.subscribe(options).then((fresh) =>
      fetch('/api/channels', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-starhall': '1' },
        body: JSON.stringify({ kind: 'push', target: JSON.stringify(fresh) }),
      }),
    ),
  )
})
