/** An element as the small parser below gives it. */
export interface ParsedElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ParsedElement[]
  text: string
}

const TOKEN =
  /<\?[^?]*\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
// oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

/**
 * Parses the subset of XML 1.0 that JUnit files use, and throws at anything that is not well-formed. For tests only: it
 * spares them a dependency on a system's xmllint.
 */
export function parseXml(source: string): ParsedElement {
  if (FORBIDDEN.test(source)) throw new Error('a character that XML forbids')
  const top: ParsedElement = { name: '', attributes: {}, children: [], text: '' }
  const open: ParsedElement[] = [top]
  let at = 0
  for (const match of source.matchAll(TOKEN)) {
    at = match.index + match[0].length
    const [, raw, closing, name, attributes = '', selfClosing, text] = match
    const current = open.at(-1) ?? top
    if (raw !== undefined) current.text += raw
    else if (text !== undefined) current.text += decode(text)
    else if (name === undefined) continue
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`)
    } else {
      const child: ParsedElement = { name, attributes: parseAttributes(attributes), children: [], text: '' }
      current.children.push(child)
      if (selfClosing !== '/') open.push(child)
    }
  }
  if (at !== source.length) throw new Error(`not well-formed at ${at}: ${source.slice(at, at + 60)}`)
  const [root] = top.children
  if (open.length !== 1 || root === undefined || top.children.length !== 1)
    throw new Error('not one closed root')
  return root
}

/** Every element of that name, at any depth, in document order. */
export function elementsNamed(root: ParsedElement, name: string): ParsedElement[] {
  return root.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ])
}

function parseAttributes(source: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of source.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (name in found) throw new Error(`attribute ${name} occurs twice`)
    found[name] = decode(value)
  }
  return found
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(text))
    throw new Error(`a bare ampersand in ${text.slice(0, 60)}`)
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (NAMED[name] ?? whole),
  )
}
