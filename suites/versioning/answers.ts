/** VERSION-07, judged over a whole run: right answers of the service are valid by its own description. */
import { isDeepStrictEqual } from 'node:util'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { asObject, atPointer, own, pointerTo, tokensOf } from '../../lib/engine/contract/json.ts'
import { type Operation, operationOf, type OperationKey } from '../../lib/engine/contract/operations.ts'
import {
  type Acceptance,
  type ServedRefusal,
  Unreadable,
  withAcceptance,
} from '../../lib/engine/contract/served/acceptance.ts'
import { operationsOf } from '../../lib/engine/contract/served/document.ts'
import { type Exchange, json } from '../../lib/engine/http/exchange.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn, type Judgement } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { isObject } from '../../lib/engine/util/values.ts'
import { fieldAt, isOfField, isOnly, refusalInWords, statesNull, withMember } from './refusals.ts'

const REQUIREMENT = 'VERSION-07'

/**
 * Checks each right answer of a run, and each value that the specification lists for its place, against the
 * description.
 */
export const describedAnswers: RunOracle = (exchanges) => {
  const served = exchanges.find(
    ({ request, response }) => request.path === '/openapi.json' && response?.status === 200,
  )
  const document = served && json(served)
  // The contract itself, served unchanged, describes every right answer.
  if (served === undefined || !isObject(document) || isDeepStrictEqual(document, CONTRACT.document))
    return { held: new Map(), findings: [] }
  const judgement = withAcceptance(document, (acceptance) => {
    const judge = new AnswerJudge(operationsOf(document), acceptance, served)
    for (const exchange of exchanges) judge.add(exchange)
    return judge.judgement()
  })
  // The case of this rule says why a description cannot be judged.
  return judgement instanceof Unreadable ? { held: new Map(), findings: [] } : judgement
}

/** A right answer, and the schema that describes it. */
interface DescribedAnswer {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly status: number
  readonly body: unknown
  /** The schema of the contract, by its name, and that of the served description. */
  readonly stated: string
  readonly schema: unknown
}

/** Judges a description by right answers. A mistake that its generator repeats is said once. */
class AnswerJudge {
  private readonly described: ReturnType<typeof operationsOf>
  private readonly acceptance: Acceptance
  private readonly served: Exchange
  private readonly findings: Finding[] = []
  /** Schemas that have refused something, and what was said of them. */
  private readonly known = new Set<unknown>()
  /** Whether a schema means its refusal of null. Asked once: thousands of items may hold the same null. */
  private readonly meansNull = new Map<object, boolean>()
  /** Refusals of values that the specification lists, and that no answer holds. */
  private readonly refusedValues = new Set<string>()
  private readonly tried = new Set<OperationKey>()
  private held = 0

  /** @param served - the exchange with the description */
  constructor(described: ReturnType<typeof operationsOf>, acceptance: Acceptance, served: Exchange) {
    this.described = described
    this.acceptance = acceptance
    this.served = served
  }

  add(exchange: Exchange): void {
    const answer = this.describedAnswer(exchange)
    if (answer === undefined) return
    const refusals = this.refusals(answer, answer.body)
    if (refusals.length === 0) this.held += 1
    for (const refusal of refusals) this.accuse(answer, refusal)
    if (answer.status === 200) this.tryListedValues(answer)
  }

  judgement(): Judgement {
    const { served, findings, held } = this
    const lines = [...this.refusedValues]
    const words = {
      requirement: REQUIREMENT,
      expected: 'a description that accepts every value that the specification lists',
      received: `the description ${lines.join('; ')}`,
    }
    return {
      held: new Map(held === 0 ? [] : [[REQUIREMENT, held]]),
      findings: lines.length === 0 ? findings : [...findings, findingIn(served, words)],
    }
  }

  /** An answer that the contract allows, and for which the description has a schema; undefined for others. */
  private describedAnswer(exchange: Exchange): DescribedAnswer | undefined {
    const { operation: key, response, gateway } = exchange
    const operation = operationOf(key)
    const found = this.described(key ?? '')
    if (operation === undefined || response?.json.ok !== true || gateway === true) return undefined
    if (typeof found !== 'object') return undefined
    const { status } = response
    const body = response.json.value
    const { answers } = found
    const schema = (answers.get(String(status)) ?? answers.get(`${String(status)[0]}XX`))?.schema
    const stated = status === 200 ? operation.responseSchema : 'Error'
    if (schema === undefined || CONTRACT.validate(stated, body).length > 0) return undefined
    return { exchange, operation, status, body, stated, schema }
  }

  /** The refusals of a value in the place of an answer, without those that contradict nothing or are known. */
  private refusals({ schema, operation }: DescribedAnswer, value: unknown): readonly ServedRefusal[] {
    return this.acceptance.refusals(schema, value).filter((one) => {
      if (isOnly('writeOnly', one) || this.isKnown(one)) return false
      const refused = atPointer(value, one.pointer)
      // A sentence next to the table of messages adds the role of notes.
      if (refused !== null) return !(refused === 'note' && one.pointer.endsWith('/role'))
      const isMeant = this.meansNull.get(one.by) ?? isNullStated(this.acceptance, schema, value, one.pointer)
      this.meansNull.set(one.by, isMeant)
      // The table of reservations types optional fields without null, although its notes use null.
      return isMeant && operation.resource !== 'Reservation'
    })
  }

  /** Whether a schema has refused something: of several fields that it requires or lacks, each counts. */
  private isKnown(refusal: ServedRefusal): boolean {
    return this.known.has(refusal.by) && !isOfField(refusal)
  }

  private accuse({ exchange, operation, status, body }: DescribedAnswer, refusal: ServedRefusal): void {
    const { pointer, by } = refusal
    const words = refusalInWords(fieldAt(pointer), refusal, atPointer(body, pointer))
    // Generators repeat the schema of an error, of a page or of a resource for each operation.
    const isShared = status !== 200 || /^\/(?!data)/.test(pointer)
    const line = `${isShared ? '' : operation.resource.replace('Detail', '')} ${words}`
    const isSaid = this.known.has(line) || this.isKnown(refusal)
    this.known.add(by).add(line)
    this.refusedValues.delete(words)
    if (isSaid) return
    const finding = {
      requirement: REQUIREMENT,
      expected: 'a description that accepts this answer',
      received: `the description ${words}`,
    }
    this.findings.push(findingIn(exchange, finding, { pointer, also: [this.served] }))
  }

  /** Puts each value that the specification lists for a field into the first answer of an operation. */
  private tryListedValues(answer: DescribedAnswer): void {
    const { operation, body, stated } = answer
    if (this.tried.has(operation.key)) return
    this.tried.add(operation.key)
    for (const [pointer, values] of listed({ $ref: `#/components/schemas/${stated}` }, body))
      for (const value of values)
        for (const refusal of this.refusals(answer, withMember(body, tokensOf(pointer), value)))
          if (refusal.pointer === pointer)
            this.refusedValues.add(refusalInWords(fieldAt(pointer), refusal, value))
  }
}

/** Whether a description of the object around a null states which of its fields may be null. */
function isNullStated(acceptance: Acceptance, schema: unknown, body: unknown, pointer: string): boolean {
  const [whole, path] = withoutOtherItems(body, tokensOf(pointer).slice(0, -1))
  const owner = pointerTo('', ...path)
  return statesNull(acceptance, schema, whole, owner, Object.keys(asObject(atPointer(whole, owner))))
}

/** A body whose lists on a path hold the item of the path alone: a page of a hundred items takes long to check. */
function withoutOtherItems(
  value: unknown,
  [key, ...deeper]: readonly string[],
): readonly [value: unknown, path: readonly string[]] {
  if (key === undefined) return [value, []]
  const [inside, path] = withoutOtherItems(own(value, key), deeper)
  return Array.isArray(value)
    ? [[inside], ['0', ...path]]
    : [withMember(value, [key], inside), [key, ...path]]
}

/** The places of an answer for which the specification lists values, in the first item of each list. */
function* listed(
  schema: unknown,
  value: unknown,
  pointer = '',
): Generator<readonly [pointer: string, values: readonly unknown[]]> {
  const ref = own(schema, '$ref')
  const stated = typeof ref === 'string' ? atPointer(CONTRACT.document, ref.slice(1)) : schema
  const [values, parts] = [own(stated, 'enum'), own(stated, 'allOf')]
  if (Array.isArray(values)) yield [pointer, values.filter((one) => one !== null)]
  if (Array.isArray(parts)) for (const part of parts) yield* listed(part, value, pointer)
  if (Array.isArray(value)) {
    if (value.length > 0) yield* listed(own(stated, 'items'), value[0], `${pointer}/0`)
  } else
    for (const [name, field] of Object.entries(asObject(own(stated, 'properties'))))
      if (own(value, name) !== undefined) yield* listed(field, own(value, name), pointerTo(pointer, name))
}
