// Makes a drawn thing touchable: click, keys, and hovering or holding to see it large.

import { Hold, HOVER_MS } from '../lib/hold'
import type { AnyThing, TableTop } from '../lib/table.svelte'

export function touchable(node: Element, given: { table: TableTop; thing: AnyThing; look?: boolean }) {
  let { table, thing, look = true } = given
  const hold = new Hold()
  let timer = 0

  const show = (byHand: boolean) => {
    table.looking = { thing, box: node.getBoundingClientRect(), held: byHand }
  }
  const stop = () => {
    clearTimeout(timer)
    hold.up()
  }
  const enter = (event: Event) => {
    if ((event as PointerEvent).pointerType !== 'mouse' || !look) return
    stop()
    timer = window.setTimeout(() => show(false), HOVER_MS)
  }
  const leave = (event: Event) => {
    stop()
    if ((event as PointerEvent).pointerType === 'mouse' && table.looking?.thing.id === thing.id && !table.looking.held) {
      timer = window.setTimeout(() => {
        if (!document.querySelector('.looking:hover')) table.looking = null
      }, 160)
    }
  }
  const down = (event: Event) => {
    stop()
    if (look) hold.down(event as PointerEvent, () => show(true))
  }
  const click = (event: Event) => {
    clearTimeout(timer)
    if (hold.claims()) {
      event.stopPropagation()
      return
    }
    if (table.isHeld(thing) || table.optionsOf(thing).length || table.reasonsOf(thing).length) {
      event.stopPropagation()
      table.pick(thing, (event.target as Element).closest('.pick') ?? node)
    } else if (look) {
      event.stopPropagation()
      show(true)
    }
  }
  const key = (event: Event) => {
    const { key } = event as KeyboardEvent
    const target = event.target as Element
    // Buttons click by themselves; things drawn in a map do not.
    if (target === node && (key === 'Enter' || key === ' ')) {
      event.preventDefault()
      event.stopPropagation()
      table.pick(thing, node)
    } else if (key === 'i' && look && (target === node || target.parentElement === node)) {
      event.stopPropagation()
      show(true)
    }
  }
  // A thing that lost its words for lack of room shows them while it has the keyboard focus.
  const focus = () => {
    const words = look && node.querySelector('.text')
    if (words && !words.checkVisibility() && node.matches(':has(:focus-visible)')) show(false)
  }
  const blur = () => {
    if (table.looking?.thing.id === thing.id && !table.looking.held) table.looking = null
  }

  const listeners: [string, (event: Event) => void][] = [
    ['pointerenter', enter], ['pointerleave', leave], ['pointerdown', down], ['pointerup', stop],
    ['pointercancel', stop], ['pointermove', (event) => hold.move(event as PointerEvent)], ['contextmenu', (event) => hold.menu(event)],
    ['click', click], ['keydown', key], ['focusin', focus], ['focusout', blur],
  ]
  for (const [name, listener] of listeners) node.addEventListener(name, listener)
  return {
    update(next: typeof given) {
      ;({ table, thing, look = true } = next)
    },
    destroy() {
      stop()
      for (const [name, listener] of listeners) node.removeEventListener(name, listener)
    },
  }
}
