import { capBytes, shown } from '../../../engine/util/text.ts'

/** Largest value of an attribute or text in JUnit files, in UTF-8 bytes before they are escaped; some readers break on more. */
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
 * Text with markup becomes a CDATA section: JSON and shell commands stay legible, and readers that limit the
 * number of entity references accept the file. If the text contains the end of a section, its last character
 * starts a new section.
 */
function textNode(text: string): string {
  const safe = capBytes(shown(text), MAX_VALUE_BYTES)
  return /[&<>]/.test(safe) ? `<![CDATA[${safe.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : safe
}

function attributeValue(text: string): string {
  const safe = capBytes(shown(text), MAX_VALUE_BYTES)
  return safe.replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character)
}

function render({ name, attributes, children }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes)
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${attributeValue(String(value))}"`)
  const open = `${indent}<${name}${pairs.join('')}`
  if (children.length === 0) return `${open}/>`
  const [only] = children
  if (children.length === 1 && typeof only === 'string') return `${open}>${textNode(only)}</${name}>`
  const inner = children.map((child) =>
    typeof child === 'string' ? textNode(child) : render(child, `${indent}  `),
  )
  return `${open}>\n${inner.join('\n')}\n${indent}</${name}>`
}
