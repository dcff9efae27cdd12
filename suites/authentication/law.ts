/** The law of access: without a bearer key of part 5 there is no success, and nothing of a workspace. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { plainSpec } from '../../lib/engine/case/actor.ts'
import { UNKNOWN_ID } from '../../lib/engine/case/absent-ids.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { type OperationKey, READ_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { text } from '../../lib/engine/util/values.ts'
import { type Credential, NO_KEY, PLAIN, type Spelling } from './tables.ts'

/** Whether a credential may be tried on an operation. */
export function goTogether(credential?: Credential, operation?: OperationKey): boolean {
  return credential?.onlyReads !== true || operation === undefined || READ_OPERATIONS.includes(operation)
}

/** A request without a bearer key. */
interface Entry {
  readonly credential: Credential
  readonly operation: OperationKey
  readonly spelling?: Spelling
  readonly method?: 'HEAD'
}

type Ctx = Pick<Context<never>, 'anonymous' | 'imposter' | 'settings' | 'world' | 'expect' | 'answersTo'>

/** Sends the simplest request to an operation: bodies are empty objects, so that nothing is written even if the key is not checked. */
export async function expectNoEntry(
  ctx: Ctx,
  { credential, operation, spelling = PLAIN, method }: Entry,
): Promise<void> {
  const { lists } = ctx.world.discovery.main
  const spec = plainSpec(operation, (list) => idsOf(lists[list].items)[0] ?? UNKNOWN_ID)
  if (spec === undefined) return
  const sent = { ...spec, path: spelling.spell(spec.path), method: method ?? spec.method }
  const asked = operation.replace(/^\w+/, sent.method)
  const words = [asked, spelling.words, credential.words].filter((one) => one !== '').join(' ')
  const isEndpoint = spelling === PLAIN && method === undefined
  const answer = await credential.actor(ctx).request(sent)
  expectClosed(ctx, answer, words, isEndpoint, credential.requirement)
}

/**
 * Expects an answer to show nothing: 401 from an endpoint of part 4. Of other paths and methods, whose answers are open, it is
 * no success with data; a host may show a page of its own there.
 */
function expectClosed(
  { expect, world, answersTo }: Pick<Ctx, 'expect' | 'world' | 'answersTo'>,
  answer: Answer,
  words: string,
  isEndpoint: boolean,
  requirement = NO_KEY.requirement,
): void {
  const { exchange, status = 0 } = answer.arrived()
  const team = text(world.discovery.main.me.data['team_id'])
  const isOpen =
    answer.isAccepted && (exchange.request.method === 'HEAD' || answer.body['data'] !== undefined)
  // A path that is redirected for everybody is another rule's.
  const isMoved = status >= 300 && status < 400 && wasMoved(answersTo(exchange.operation ?? ''))
  const isClosed = !isOpen && (!isEndpoint || status === 401 || isMoved)
  const wanted = isEndpoint ? 'status 401 to' : 'no success and no data for'
  expect(answer).toSatisfy(isClosed, `${wanted} ${words}`, `status ${status}`, {
    requirement,
    status,
    ...(isOpen && { proof: true }),
  })
  const isTold = team !== undefined && exchange.response?.text.includes(JSON.stringify(team)) === true
  expect(answer).toSatisfy(!isTold, `no data of a workspace for ${words}`, `\`team_id\` ${team}`, {
    requirement,
    proof: true,
  })
}

/** Whether the key under test was redirected, too. */
function wasMoved(answers: readonly Answer[]): boolean {
  return answers.some(({ exchange, status = 0 }) => exchange.key === 'main' && status >= 300 && status < 400)
}
