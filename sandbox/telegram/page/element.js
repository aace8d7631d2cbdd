/**
 * Builds a node. Text only ever becomes text: nothing here reads markup.
 * @param {string} name
 * @param {Record<string, string | boolean | ((event: Event) => void)>} attributes `on…` are listeners
 * @param {...(Node | string)} children
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key.slice(2), value)
    else if (value === true) node.setAttribute(key, '')
    else if (value !== false && value !== '') node.setAttribute(key, value)
  }
  node.append(...children)
  return node
}

/** @param {string} id */
export function byId(id) {
  const node = document.getElementById(id)
  if (!node) throw new Error(`no element ${id}`)
  return node
}

const COLOURS = 7

/** Shows initials on a colour that belongs to the id. */
export function paintAvatar(node, id, name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  node.textContent = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.at(0) ?? '').join('')
  node.className = `avatar colour-${Math.abs(id) % COLOURS}`
}

let toastTimer = 0

export function toast(text) {
  const node = byId('toast')
  node.textContent = text
  node.classList.add('shown')
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => node.classList.remove('shown'), 3000)
}

export async function copy(text) {
  await navigator.clipboard.writeText(text)
  toast(`Copied ${text.length > 40 ? 'the text' : text}`)
}

export function showAlert(text) {
  byId('alert-text').textContent = text
  byId('alert').showModal()
}

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** Seconds to the viewer's clock. */
export function clock(seconds) {
  return clockFormat.format(seconds * 1000)
}

export function dayName(seconds) {
  return dayFormat.format(seconds * 1000)
}
