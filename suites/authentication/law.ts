/** The law of access: without a bearer key of part 5 there is no success, and nothing of a workspace. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { RequestSpec } from '../../lib/engine/http/client.ts'
import { text } from '../../lib/engine/util/values.ts'
import { type Credential, type CredentialForm, PLAIN } from './tables.ts'

/** A request without a bearer key. */
export interface Entry {
  readonly credential: Credential
  /** The request in its form with a key. It writes nothing, even if the key is not checked. */
  readonly plain: RequestSpec
  readonly form?: CredentialForm
}

type AccessContext = Pick<
  Context<never>,
  'anonymous' | 'imposter' | 'settings' | 'world' | 'expect' | 'answersTo'
>

/**
 * Expects 401 from an endpoint of part 4. For other paths and methods, whose answers are open, expects no
 * success with data; a host may show a page of its own there.
 */
export async function expectNoEntry(
  ctx: AccessContext,
  { credential, plain, form = PLAIN }: Entry,
): Promise<void> {
  const answer = await credential
    .actor(ctx)
    .request({ ...form.write(plain), ...credential.body?.(ctx.settings.keys['main']) })
  const { exchange, status = 0 } = answer.mustArrive()
  const team = text(ctx.world.discovery.main.me.data['team_id'])
  const namesTeam = team !== undefined && exchange.response?.text.includes(JSON.stringify(team)) === true
  // An answer to HEAD has no body that could show data.
  const hasData = exchange.request.method === 'HEAD' || answer.body['data'] !== undefined
  const letsIn = namesTeam || (answer.fate === 'accepted' && hasData)
  // If a path redirects everybody, another rule judges that.
  const isMoved = isRedirect(answer) && ctx.answersTo(exchange.operation ?? '').some(isOwnRedirect)
  const hasRightStatus = form !== PLAIN || status === 401 || isMoved
  const wanted = form === PLAIN ? 'status 401' : 'no success and no data'
  ctx
    .expect(answer)
    .toSatisfy(
      !letsIn && hasRightStatus,
      `${wanted}${form.words} ${credential.words}`,
      namesTeam ? `status ${status}, with \`team_id\` ${team}` : `status ${status}`,
      { requirement: credential.requirement, status, ...(letsIn && { proof: true }) },
    )
}

function isRedirect({ status = 0 }: Answer): boolean {
  return status >= 300 && status < 400
}

/** Whether the key under test was redirected as well. */
function isOwnRedirect(answer: Answer): boolean {
  return answer.exchange.key === 'main' && isRedirect(answer)
}
