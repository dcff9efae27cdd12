/**
 * The script of the page: search and filters, copy buttons, and links that unfold their target. Without it the
 * page still shows everything. It is the same for every record, so that one hash in the policy allows it.
 */
export const SCRIPT = `'use strict'
const $ = (id) => document.getElementById(id)
const all = (selector) => [...document.querySelectorAll(selector)]

for (const pre of all('pre.cmd, pre.body')) {
  const text = pre.textContent
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.className = 'copy'
  copy.textContent = 'Copy'
  copy.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(text); copy.textContent = 'Copied' }
    catch { getSelection().selectAllChildren(pre); copy.textContent = 'Selected' }
    setTimeout(() => { copy.textContent = 'Copy' }, 1500)
  })
  pre.prepend(copy)
}

const tools = $('tools')
const apply = () => {
  const words = $('q').value.toLowerCase().split(/\\s+/).filter(Boolean)
  const endpoint = $('f-endpoint').value
  const outcomes = [...tools.querySelectorAll('[name=o]:checked')].map((box) => box.value)
  const idle = !words.length && !endpoint && !outcomes.length
  for (const row of all('[data-r]')) {
    const { o, e } = row.dataset
    const text = row.textContent.toLowerCase()
    const show = (!endpoint || e.split('|').includes(endpoint)) && (!outcomes.length || outcomes.includes(o)) && words.every((word) => text.includes(word))
    row.classList.toggle('gone', !show)
  }
  for (const part of all('details.part')) {
    const some = part.querySelector('[data-r]:not(.gone)')
    part.classList.toggle('gone', !some)
    part.open = !idle && Boolean(some)
  }
  const hits = all('[data-r]:not(.gone)').length
  $('hits').textContent = idle ? '' : hits === 1 ? '1 requirement' : hits + ' requirements'
}
if (tools) {
  tools.hidden = false
  tools.addEventListener('input', apply)
  tools.addEventListener('submit', (event) => event.preventDefault())
}

const reveal = () => {
  const node = $(location.hash.slice(1))
  if (!node) return
  if (node.closest('.gone')) { tools.reset(); apply() }
  for (let at = node; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true
  node.scrollIntoView()
}
addEventListener('hashchange', reveal)
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]')
  if (link && link.hash === location.hash) setTimeout(reveal)
})
reveal()
`
