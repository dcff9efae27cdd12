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

// What is marked in a long body is scrolled into sight.
const inSight = (box) => {
  for (const pre of box.querySelectorAll('pre.body:has(mark)')) {
    const mark = pre.querySelector('mark')
    const below = mark.getBoundingClientRect().bottom - pre.getBoundingClientRect().bottom
    if (below > 0) pre.scrollTop += below + pre.clientHeight / 2
  }
}
inSight(document)
document.addEventListener('toggle', (event) => inSight(event.target), true)

const tools = $('tools')
const rows = all('[data-r]').map((node) => ({ node, text: '' }))
const textOf = (row) => row.text ||= row.node.textContent.toLowerCase()
let apply = () => {}
if (tools) {
  tools.hidden = false
  apply = () => {
    const words = $('q').value.toLowerCase().split(/\\s+/).filter(Boolean)
    const part = $('f-part').value
    const endpoint = $('f-endpoint').value
    const outcomes = [...tools.querySelectorAll('[name=o]:checked')].map((box) => box.value)
    const idle = !words.length && !part && !endpoint && !outcomes.length
    let hits = 0
    for (const row of rows) {
      const { o, p, e } = row.node.dataset
      const here = !endpoint || e.split('|').includes(endpoint)
      const show = (!part || p === part) && here && (!outcomes.length || outcomes.includes(o)) && words.every((word) => textOf(row).includes(word))
      row.node.classList.toggle('gone', !show)
      if (show) hits += 1
    }
    for (const part of all('details.part')) {
      const some = part.querySelector('[data-r]:not(.gone)')
      part.classList.toggle('gone', !some)
      if (idle) part.open = false
      else if (some && hits <= 60) part.open = true
    }
    tools.querySelector('[type=reset]').hidden = idle
    $('hits').textContent = idle ? '' : hits === 1 ? '1 requirement' : hits + ' requirements'
  }
  tools.addEventListener('input', apply)
  tools.addEventListener('reset', () => setTimeout(apply))
  tools.addEventListener('submit', (event) => event.preventDefault())
  for (const link of all('[data-set-endpoint]')) link.addEventListener('click', (event) => {
    event.preventDefault()
    $('f-part').value = ''
    $('f-endpoint').value = link.dataset.setEndpoint
    apply()
    $('requirements').scrollIntoView()
  })
}

const reveal = () => {
  let id = location.hash.slice(1)
  try { id = decodeURIComponent(id) } catch {}
  const node = id && $(id)
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
addEventListener('beforeprint', () => { for (const node of all('.card details')) node.open = true })
`
