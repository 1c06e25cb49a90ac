// How the page alerts: a number in the title and on the icon, a sound, a browser notification.

import { hall } from './hall.svelte'
import { play } from './sound'
import { t } from '../text'

const ICON = '/favicon.svg'
let waiting = 0
let title = t.title

/** The title of the page, without the number of things that wait. */
export function setTitle(text: string): void {
  title = text
  show()
}

/** How many games wait for me. */
export function setWaiting(count: number): void {
  waiting = count
  show()
}

function show(): void {
  const badge = hall.badge && waiting > 0
  document.title = badge ? `(${waiting}) ${title}` : title
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = badge ? badged(waiting) : ICON
}

/** The icon with a number on it, drawn on the spot. */
function badged(count: number): string {
  const text = count > 9 ? '9+' : String(count)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#131a33"/>' +
    '<path d="M14 6l2.3 8.2L24 16l-7.7 2.3L14 26l-2.3-7.7L4 16l7.7-1.8z" fill="#ffd166"/>' +
    `<circle cx="22" cy="10" r="10" fill="#e5484d"/><text x="22" y="15" font-family="sans-serif" font-size="14" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Something waits at a table whose page is open but hidden. */
export function call(text: string, path: string): void {
  if (!document.hidden) return
  if (hall.alerts && 'Notification' in window && Notification.permission === 'granted') {
    const shown = new Notification(t.title, { body: text, tag: path, icon: ICON })
    shown.onclick = () => {
      window.focus()
      hall.go(path)
      shown.close()
    }
  }
}

/** What the test button does. */
export function tryOut(): void {
  play('turn')
  const before = waiting
  setWaiting(before + 1)
  setTimeout(() => setWaiting(before), 4000)
  if (hall.alerts && 'Notification' in window && Notification.permission === 'granted') {
    new Notification(t.title, { body: t.notify.works, tag: 'test', icon: ICON })
  }
}

export async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted'
}

/** Can this browser be reached while the page is closed? */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** Subscribe this browser; what the hall needs to reach it, as JSON. */
export async function subscribe(key: string): Promise<string> {
  const worker = await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  return JSON.stringify({ endpoint, keys })
}
