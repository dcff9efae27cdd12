import { capBytes, shown } from '../../util/text.ts'

/** Largest value of an attribute or text in JUnit files, in UTF-8 bytes; some readers break on more. */
export const MAX_VALUE_BYTES = 64 * 1024

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  readonly children: readonly (XmlElement | string)[]
}

/** An element; attributes that are undefined are left out. */
export function element(
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: XmlElement['children'] = [],
): XmlElement {
  return { name, attributes, children }
}

/** A complete XML document, indented by two blanks; text is not padded. */
export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, '')}\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/**
 * Text with markup becomes a CDATA section: JSON and shell commands stay legible, and readers that limit the number
 * of entity references accept the file.
 */
function textNode(text: string): string {
  const safe = shown(text)
  if (!/[&<>]/.test(safe)) return cap(safe)
  if (!safe.includes(']]>')) return `<![CDATA[${capBytes(safe, MAX_VALUE_BYTES - CDATA_BYTES)}]]>`
  return cap(safe.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character))
}

const CDATA_BYTES = '<![CDATA[]]>'.length

function escapeAttribute(text: string): string {
  return shown(text).replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character)
}

/** Cuts escaped text without splitting a character reference. */
function cap(escaped: string): string {
  if (Buffer.byteLength(escaped) <= MAX_VALUE_BYTES) return escaped
  const capped = capBytes(escaped, MAX_VALUE_BYTES)
  return capped.replace(/&[^;…]{0,5}(?=…)/, '')
}

function render({ name, attributes, children }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes)
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${cap(escapeAttribute(String(value)))}"`)
  const open = `${indent}<${name}${pairs.join('')}`
  if (children.length === 0) return `${open}/>`
  const [only] = children
  if (children.length === 1 && typeof only === 'string') return `${open}>${textNode(only)}</${name}>`
  const inner = children.map((child) =>
    typeof child === 'string' ? textNode(child) : render(child, `${indent}  `),
  )
  return `${open}>\n${inner.join('\n')}\n${indent}</${name}>`
}
