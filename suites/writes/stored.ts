/**
 * Results of accepted writes are shown afterwards, and stay. Cases only write and read; this oracle judges
 * all reads of a run together:
 *
 * - One of the reads of an item after a write shows the sent value, at the latest ten seconds after the
 *   write. Each operation that shows the item (its detail, its list) may be late by itself.
 * - No read more than ten seconds after the write shows an earlier value of this run: otherwise the write was
 *   undone.
 * - Other users may edit or delete items. So a value is wrong only if the first, immediate read shows a value
 *   that the item never had, or if the last read still shows the value before the write. A single item that is
 *   gone, and was there at first or was not looked for at once, was deleted by somebody; two are lost. A single
 *   flag that no read shows was set back by somebody at once; two are not stored. Fields that others change all
 *   the time are not judged.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Late } from '../../lib/engine/case/wait.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'
import { findingIn } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { dataOf } from '../../lib/engine/judge/reading.ts'
import { FULL_PAGE } from '../../lib/engine/contract/api.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { once } from '../../lib/engine/util/memo.ts'
import { restlessFields } from '../support/restless.ts'
import { absences, type Fault, shows, valueFault, type ValueEvidence } from './faults.ts'
import { byPlace, type Kept, keptBy, type KeptValue, untouchedBy, writesByConversation } from './kept.ts'
import { type Look, looksAt, OPTIONAL, readsIn, steadyFields } from './looks.ts'
import { isShown } from './same.ts'
import { fieldOf, itemAt, type Place, placeKey } from './table.ts'

/** Judges all reads of a run by the writes before them. */
export const storedWrites: RunOracle = (exchanges) => {
  const certain = faultsIn(exchanges).filter(({ isCertain }) => isCertain)
  const restless = restlessIn(exchanges, certain)
  const own = certain.filter(({ kept: { field = '' } }) => !restless.has(field))
  // Somebody may have set a single flag back at once.
  const flagOf = ({ kept: { field, write } }: Fault): unknown =>
    field === 'is_resolved' ? write.id : undefined
  return {
    held: new Map(),
    findings: withoutSingle(own, flagOf).map(({ rule, kept, look, expected, received }) =>
      findingIn(
        look.exchange,
        { requirement: rule, expected, received },
        { also: [kept.write], pointer: `${look.pointer}${kept.field === undefined ? '' : `/${kept.field}`}` },
      ),
    ),
  }
}

/** The fields with faults that others change meanwhile. */
function restlessIn(exchanges: readonly Exchange[], faults: readonly Fault[]): ReadonlySet<string> {
  const kinds = new Set(faults.map(({ kept: { place } }) => place.kind))
  if (kinds.size === 0) return new Set()
  const byOperation = groupBy(exchanges, ({ operation }) => operation)
  const restless = [...kinds].flatMap((kind) => [
    ...restlessFields((operation) => byOperation.get(operation) ?? [], kind),
  ])
  return new Set(restless)
}

/** Values that may be shown later: their description, and the request that would show each. */
export function lateWrites(exchanges: readonly Exchange[]): readonly Late[] {
  return faultsIn(exchanges)
    .filter(({ isCertain, kept }) => !isCertain && isOfLastWrite(kept))
    .flatMap(({ kept, look }) => looksFor(kept, look))
}

/** Whether no later write of this run to the item may have changed what a write left. */
function isOfLastWrite(kept: Kept): boolean {
  return kept.field === undefined || (kept.until === Infinity && kept.untilOther === Infinity)
}

/** Whether a read shows the writes just before it. */
export function isShownAtOnce(seen: Answer, writes: readonly Answer[]): boolean {
  return keptBy(writes.map(({ exchange }) => exchange)).every((kept) => {
    const shown = itemAt(seen.exchange, kept.place)?.item
    if (shown === undefined || kept.field === undefined) return shown !== undefined
    return isShown(fieldOf(kept.place.kind, kept.field), kept.wanted, shown[kept.field])
  })
}

function faultsIn(exchanges: readonly Exchange[]): readonly Fault[] {
  const inOrder = exchanges.toSorted((one, other) => one.id - other.id)
  const kept = byPlace(keptBy(inOrder))
  if (kept.size === 0) return []
  const writes = writesByConversation(inOrder)
  const conversations = [...writes.keys()].flatMap((id): readonly Place[] =>
    id === undefined ? [] : [{ kind: 'Conversation', id }],
  )
  const reads = readsIn(inOrder)
  const looks = looksAt(reads, [
    ...[...kept.values()].map(([{ place, write }]) => ({ place, createdAt: dataOf(write)['created_at'] })),
    ...conversations.map((place) => ({ place })),
  ])
  const steady = once(() => steadyFields(reads, OPTIONAL, (key) => kept.has(key)))
  const isSteady: ValueEvidence['isSteady'] = (view, field) => steady()(view, field)
  const untouched = conversations.flatMap((place) =>
    untouchedBy(writes.get(String(place.id)) ?? [], place, looks.get(placeKey(place)) ?? []),
  )
  const all = byPlace([...[...kept.values()].flat(), ...untouched])
  const faults = [...all].flatMap(([key, ofPlace]) => faultsAt(ofPlace, looks.get(key) ?? [], isSteady))
  // Somebody may have deleted a single item.
  return withoutSingle(faults, ({ isGone, kept: { place } }) => (isGone ? placeKey(place) : undefined))
}

/**
 * The faults of one item and of its fields.
 * @param looks - all reads of the run that show the item, or should show it
 */
function faultsAt(
  kept: readonly Kept[],
  looks: readonly Look[],
  isSteady: ValueEvidence['isSteady'],
): readonly Fault[] {
  const values = kept.filter((one) => one.field !== undefined)
  const leftByNotes = new Set(values.filter((one) => isShownAfterNote(one, looks)).map(({ field }) => field))
  return kept.flatMap((one): readonly Fault[] => {
    const since = looks.filter(({ at }) => at >= one.from)
    if (one.field === undefined) return absences(one, since)
    const later = since.filter(({ at }) => at < one.until)
    const before = looks.filter(({ at, item }) => at < one.write.startedAt && item !== undefined)
    const lastBefore = before.at(-1)
    const evidence: ValueEvidence = {
      earlier: [...one.sentBefore, ...before.map(({ item }) => item?.[one.field])],
      right: later.filter((look) => shows(one, look)),
      wasThere: lastBefore !== undefined && shows(one, lastBefore),
      isSteady,
      isLeftByNotes: leftByNotes.has(one.field),
    }
    const views = [...groupBy(later, ({ view }) => view).values()]
    return views.flatMap((ofView) => valueFault(one, ofView, evidence) ?? [])
  })
}

/** Whether a read after a note shows the value of an update before the note. */
function isShownAfterNote(kept: KeptValue, looks: readonly Look[]): boolean {
  return looks.some((look) => look.at > kept.untilOther && look.at < kept.until && shows(kept, look))
}

/**
 * The faults without those of one kind that concern a single thing: somebody else may have caused them.
 * @param thingOf - what a fault of that kind concerns; undefined for any other fault
 */
function withoutSingle(faults: readonly Fault[], thingOf: (fault: Fault) => unknown): readonly Fault[] {
  const things = new Set(faults.map(thingOf).filter((thing) => thing !== undefined))
  return things.size === 1 ? faults.filter((fault) => thingOf(fault) === undefined) : faults
}

function looksFor({ place, field, write }: Kept, { view }: Look): readonly Late[] {
  const list = place.kind === 'Lead' ? '/leads' : '/conversations'
  const id = String(place.kind === 'Message' ? place.within : place.id)
  const name = place.kind === 'Message' ? `the note of #${write.id}` : `${place.kind.toLowerCase()} ${id}`
  const what = field === undefined ? name : `\`${field}\` of ${name}`
  const detail: Late = { what, path: `${list}/${percentEncoded(id)}` }
  const page: Late = { what, path: list, query: { limit: FULL_PAGE } }
  // List and detail together show whether an item was deleted.
  if (field === undefined && place.kind === 'Lead') return [page, detail]
  if (place.kind === 'Message') return [detail]
  return view.endsWith('{id}') ? [detail] : [page, detail]
}
