/**
 * A write changes only the item that it names, and a refused one changes nothing: each text of a run may
 * stand only where an accepted write put it.
 */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn, whereOf } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { once } from '../../lib/engine/util/memo.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { isRefused, marksOf, writesByMark } from '../support/marks.ts'
import {
  isCalledExisting,
  isSamePlace,
  type ItemKind,
  type Place,
  placeKey,
  writtenPlace,
  shownIn,
  writeOf,
} from './table.ts'

const namesOf = (kind: ItemKind): string[] => CONTRACT.fieldsOf(kind).map(({ name }) => name)

/** The fields of part 2 that are searched for texts; other fields are free. */
const SEARCHED: Readonly<Record<ItemKind, string[]>> = {
  Lead: namesOf('Lead'),
  Conversation: namesOf('Conversation'),
  Message: namesOf('Message'),
}

/**
 * Judges every answer of a run, whichever case sent the request. Texts are identified by their marks, each of
 * which is new: so a text at a wrong place is proof.
 */
export const misplacedTexts: RunOracle = (exchanges) => {
  const written = writesByMark(exchanges)
  const firstShown = once(() => firstAnswers(exchanges))
  const found = new Map<string, Finding>()
  for (const seen of exchanges) {
    if (!marksOf(seen.response?.text).some((mark) => written.has(mark))) continue
    for (const { place, item, pointer } of shownIn(seen))
      for (const mark of marksOf(JSON.stringify(item, SEARCHED[place.kind]))) {
        const [write, ...others] = written.get(mark) ?? []
        if (write === undefined) continue
        const rule = [write, ...others].every(isRefused)
          ? ruleOfRefused(write, seen)
          : others.length === 0 && ruleElsewhere(write, seen, place, firstShown)
        if (!rule) continue
        const words = {
          requirement: rule,
          expected: expectedAt(place, write, seen),
          received: `${place.kind} ${quote(place.id)} has ${mark}, sent to ${whereOf(write)}: status ${write.response?.status}`,
        }
        const finding = findingIn(seen, words, { also: [write], pointer })
        found.set(JSON.stringify([rule, place]), finding)
      }
  }
  return { held: new Map(), findings: [...found.values()] }
}

/** The rule that a refused text violates if it is shown. */
function ruleOfRefused(write: Exchange, seen: Exchange): string | undefined {
  if (write.key === 'none' || write.key === 'invalid') return 'AUTH-06'
  return writeOf(write)?.[seen.key === write.key ? 'refused' : 'foreign']
}

/**
 * The rule that an accepted text violates at a place; undefined if the text may stand there, or if that is
 * unknown.
 */
function ruleElsewhere(
  write: Exchange,
  seen: Exchange,
  at: Place,
  firstShown: () => ReadonlyMap<string, number>,
): string | undefined {
  const [operation, own] = [writeOf(write), writtenPlace(write)]
  // A request that was sent again may have been carried out twice, and the place of one without a usable
  // answer is unknown.
  if (write.repeats !== undefined || own === undefined || !operation?.kinds.includes(at.kind))
    return undefined
  if (isOtherWorkspace(seen, write)) return at.kind === 'Lead' ? 'ISOLATION-22' : undefined
  const known: Place = at.kind === 'Message' ? { kind: 'Conversation', id: at.within } : at
  const wasThere = (firstShown().get(placeKey(known)) ?? Infinity) < write.id
  if (isSamePlace(own, at)) return isCalledExisting(write) && wasThere ? 'CREATE-LEAD-34' : undefined
  // Somebody may have copied a conversation since, with its tags and notes.
  return own.kind === 'Lead' || wasThere ? operation.elsewhere(write, at, wasThere) : undefined
}

/** The first answer that shows each item, by its place: the ids of the exchanges. */
function firstAnswers(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const exchange of exchanges)
    for (const { place } of shownIn(exchange)) {
      const key = placeKey(place)
      first.set(key, Math.min(exchange.id, first.get(key) ?? Infinity))
    }
  return first
}

/** Whether the second key, whose workspace is another one, is shown what it did not write. */
function isOtherWorkspace(seen: Exchange, write: Exchange): boolean {
  return seen.key === 'other' && write.key !== 'other'
}

function expectedAt(at: Place, write: Exchange, seen: Exchange): string {
  const own = writtenPlace(write)
  if (own === undefined) return 'nothing of a refused write'
  if (isOtherWorkspace(seen, write)) return 'nothing of another workspace'
  return isSamePlace(own, at) ? 'the existing lead as it was' : 'a text only where it was written'
}
