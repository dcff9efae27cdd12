import type { RunRecord } from './record.ts'
import type { Detail } from './markdown/violations.ts'
import { lookup } from './lookup.ts'
import {
  causeTable,
  footprint,
  heading,
  knownFailures,
  notExercised,
  observed,
  ownCases,
  partTable,
  thisRun,
} from './markdown/sections.ts'
import { violations } from './markdown/violations.ts'
import { capBytes } from '../util/text.ts'

/** Largest summary in bytes: GitHub refuses a job summary of more than 1 MiB. */
export const MAX_SUMMARY_BYTES = 900 * 1024

/** From full detail to the least; the first that fits is taken. */
const DETAILS: readonly Detail[] = [
  { findingsPerRequirement: 10, bodyBytes: 4096 },
  { findingsPerRequirement: 5, bodyBytes: 1024 },
  { findingsPerRequirement: 2, bodyBytes: 256 },
  { findingsPerRequirement: 1, bodyBytes: 0 },
]

/**
 * Renders a record as Markdown for GitHub's job summary and for merge requests, at most 900 KiB. Data of the target is
 * escaped or in code: no Markdown, HTML, link or mention in it takes effect.
 */
export function renderSummary(record: RunRecord): string {
  let text = ''
  for (const detail of DETAILS) {
    text = summary(record, detail)
    if (Buffer.byteLength(text) <= MAX_SUMMARY_BYTES) return text
  }
  return capBytes(text, MAX_SUMMARY_BYTES)
}

function summary(record: RunRecord, detail: Detail): string {
  const find = lookup(record)
  const blocks = [
    ...heading(record),
    ...causeTable(record),
    ...violations(record, find, detail),
    ...knownFailures(record),
    ...ownCases(record),
    ...partTable(record),
    ...notExercised(record),
    ...footprint(record),
    ...observed(record),
    ...thisRun(record),
  ]
  return `${blocks.join('\n\n')}\n`
}
