import { type RunView, viewOf } from './view/view.ts'
import type { Row } from './view/rows.ts'
import type { Evidence } from './view/evidence.ts'
import { explainCommand } from './view/commands.ts'
import { exchangeLine } from './view/exchange.ts'
import type { RunRecord } from './record.ts'
import { anyPosition } from '../../engine/judge/finding.ts'
import { specificationLine } from './wording.ts'
import { present } from '../../engine/util/collections.ts'
import { shown } from '../../engine/util/text.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/**
 * Renders the violations as SARIF 2.1.0, for code scanning: a rule for each violated requirement, with the place in the
 * specification as its help, and a result for each place where it was violated, with the file of the case as its location.
 * What the known-failures file excuses is a suppressed result.
 */
export function renderSarif(record: RunRecord, view: RunView = viewOf(record)): string {
  const failed = [...view.violated, ...view.excused].filter(({ evidence }) => evidence.length > 0)
  const { name, version } = record.tool
  const run = {
    tool: { driver: { name, version, rules: failed.map(ruleOf) } },
    automationDetails: { id: `${name}/${record.profile}` },
    results: failed.flatMap((row, ruleIndex) => row.evidence.map((one) => resultOf(row, one, ruleIndex))),
  }
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 1)}\n`
}

function ruleOf({ id, result }: Row): object {
  const help = present(specificationLine(result), explainCommand(result))
  return {
    id,
    shortDescription: { text: shown(result.text) },
    help: { text: shown(help.join('\n\n')) },
    defaultConfiguration: { level: levelOf(result) },
    properties: { strength: result.strength, severity: result.severity, part: result.part },
  }
}

function levelOf({ severity }: Row['result']): 'error' | 'warning' {
  return severity === 'minor' ? 'warning' : 'error'
}

function resultOf({ id, result, outcome, position }: Row, one: Evidence, ruleIndex: number): object {
  const { finding, exchanges } = one
  const [decisive] = exchanges
  const lines = present(one.sentence, decisive && exchangeLine(decisive))
  return {
    ruleId: id,
    ruleIndex,
    level: levelOf(result),
    message: { text: shown(lines.join('\n')) },
    locations: [
      {
        // Code scanning shows no result without a file: where that of the case is not known, it is the record's.
        physicalLocation: {
          artifactLocation: { uri: encodeURI(position?.file ?? 'run.json') },
          region: { startLine: position?.line ?? 1 },
        },
        logicalLocations: [{ fullyQualifiedName: shown(finding.where), kind: 'resource' }],
      },
    ],
    // The same violation in the next run: a requirement, where, and the place in the body.
    partialFingerprints: {
      violation: shown(`${id} ${finding.where} ${anyPosition(finding.pointer ?? '')}`.trim()),
    },
    suppressions:
      outcome === 'known-failure'
        ? [{ kind: 'external', justification: shown(result.known?.reason ?? '') }]
        : [],
  }
}
