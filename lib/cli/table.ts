/** A table of text: columns padded, numbers right-aligned, two blanks between columns, no blanks at the end of a line. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const numeric = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const line = (cells: readonly (string | number)[]): string =>
    widths
      .map((width, column) => {
        const text = String(cells[column] ?? '')
        return numeric[column] === true ? text.padStart(width) : text.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)].map((text) => `${text}\n`).join('')
}
