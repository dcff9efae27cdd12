import type { RequirementResult } from './record.ts'
import { endpointName } from './parts.ts'

/** A violated requirement as plain text: what is required, then each finding. */
export function findingsText({
  id,
  strength,
  part,
  endpoint,
  text,
  findings,
  known,
}: RequirementResult): string {
  const head = `${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`
  if (known?.unexpectedPass === true) return `${head}\n  passes, though it is listed as a known failure`
  if (known !== undefined && findings.length === 0)
    return `${head}\n  was excused until ${known.until}, and could not be exercised`
  return [
    head,
    ...findings.map(({ where, pointer, expected, received }) => {
      const place = pointer === undefined ? where : `${where} at ${pointer}`
      return `  ${place}\n    expected: ${expected}\n    received: ${received}`
    }),
  ].join('\n')
}
