/** The service as a whole: its served description and its bare apex host. Specification parts 1 and 9. */
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { fieldValues } from '../lib/engine/case/items.ts'
import { header } from '../lib/engine/http/exchange.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import { minor, statementsOf } from '../lib/engine/judge/rows.ts'
import { CONTRACT } from '../lib/engine/contract/api.ts'
import { own } from '../lib/engine/contract/json.ts'
import { Unreadable } from '../lib/engine/contract/served/acceptance.ts'
import { problemsIn } from '../lib/engine/contract/served/validity.ts'
import { MOST_LISTED } from '../lib/engine/util/bounds.ts'
import { isObject, type JsonObject, quote } from '../lib/engine/util/values.ts'
import { describedAnswers } from './versioning/answers.ts'
import {
  type DescriptionCheck,
  missingOperations,
  otherAnswers,
  otherSecurity,
  refusedBodies,
  refusedParameters,
} from './versioning/contradictions.ts'

export const theme = 'description'

const part1 = statementsOf({ part: 1, section: '', endpoint: '*' })
const redirect = statementsOf({ part: 1, section: '', endpoint: 'apex host' })
const part9 = statementsOf({ part: 9, section: '', endpoint: '*' })
const described = statementsOf({ part: 9, section: '', endpoint: 'GET /openapi.json' })

export const rows = [
  part1.excluded('CLIENT-03', '6', 'Clients use the canonical host.', 'Binds clients, not the service.'),
  part1.excluded(
    'CLIENT-04',
    '6',
    'Some HTTP clients drop the body and the Authorization header of a POST when they follow a redirect.',
    'Describes clients; the tool itself never follows a redirect.',
  ),
  part1.excluded(
    'PLAN-01',
    'plan tier called Scale and above',
    'The API is available on the plan tier Scale and above.',
    'The plan of a workspace cannot be seen or changed through the API.',
  ),
  part9.excluded(
    'VERSION-90',
    '1',
    'The current version is the path segment `v1` of the base URL.',
    'The operator sets the base address, and the tool uses it unchanged.',
  ),
  part9.excluded(
    'VERSION-91',
    '2',
    'No breaking change is made within `v1`.',
    'A single run cannot see changes over time; comparing two run records can.',
  ),
]

/** A rule that a description may contradict, and the case that checks it. */
interface Comparison {
  readonly rule: Requirement
  readonly title: string
  readonly check: DescriptionCheck
}

const COMPARISONS: readonly Comparison[] = [
  {
    rule: described.must(
      'VERSION-04',
      '3',
      'The description covers every operation of part 4.',
      minor('A client that is generated from the description lacks the operation.'),
    ),
    title: 'describes the operations of part 4',
    check: missingOperations,
  },
  {
    rule: described.must(
      'VERSION-05',
      '3',
      'The description accepts every parameter that the specification allows.',
      minor(
        'A generated client cannot send a parameter that the API takes, or refuses a value that is right.',
      ),
    ),
    title: 'accepts right parameters',
    check: refusedParameters,
  },
  {
    rule: described.must(
      'VERSION-06',
      '3',
      'The description accepts every request body that the specification allows.',
      minor('A generated client refuses to send bodies that are valid, or leaves out fields of theirs.'),
    ),
    title: 'accepts right request bodies',
    check: refusedBodies,
  },
  {
    rule: described.must(
      'VERSION-07',
      '3',
      'The description accepts what the service rightly answers, and every value that the specification lists.',
      minor('A generated client fails on a response that is valid.'),
    ),
    title: 'accepts right responses',
    check: otherAnswers,
  },
  {
    rule: described.derived(
      'VERSION-08',
      '3',
      'The description requires a bearer key for every operation; no `security` means that none is required.',
      'Part 5 asks for a key with every request, as an HTTP bearer token.',
      minor('A generated client sends no key, and every request is refused.'),
    ),
    title: 'requires a bearer key for every operation',
    check: otherSecurity,
  },
]

const servedDescription = suite('GET /openapi.json', {}, (verify) => {
  verify(
    described.must(
      'VERSION-01',
      '3',
      'A JSON description of the API is served at `openapi.json`.',
      minor('Without a description no client can be generated.'),
    ),
    'serves a JSON description',
    { smoke: true },
    async ({ api, expect }) => {
      const answer = await askForDescription({ api })

      expect(answer).toAnswer(200)
      expect(answer).toSatisfy(
        isObject(answer.body) && 'openapi' in answer.body,
        'a JSON object with `openapi`',
        () => quote(answer.exchange.response?.text, 200),
      )
    },
  )

  verify(
    described.must(
      'VERSION-02',
      '3',
      'The description is a valid OpenAPI 3.1 document.',
      minor('Generators and viewers refuse an invalid document, or guess what it means.'),
    ),
    'is a valid OpenAPI 3.1 document',
    { smoke: true },
    async (ctx) => {
      const answer = await readableDescription(ctx)
      const problems = problemsIn(answer.body)

      ctx
        .expect(answer)
        .toSatisfy(problems.length === 0, 'a valid OpenAPI 3.1 document', () => listedLines(problems))
    },
  )

  verify(
    described.must(
      'VERSION-03',
      '3',
      'The version of the description, `info.version`, is 1.1.0.',
      minor('Tools that compare versions take the description for another one.'),
    ),
    'has `info.version` 1.1.0',
    { smoke: true },
    async (ctx) => {
      const answer = await readableDescription(ctx)
      const stated = own(answer.body['info'], 'version')
      const version = own(CONTRACT.document['info'], 'version')

      ctx.expect(answer).toSatisfy(stated === version, `info.version ${quote(version)}`, quote(stated))
    },
  )

  for (const { rule, title, check } of COMPARISONS)
    verify(rule, title, { smoke: true }, async (ctx) => {
      const answer = await readableDescription(ctx)
      const lines = contradictionsIn(answer.body, check, ctx)

      ctx
        .expect(answer)
        .toSatisfy(
          lines.length === 0,
          'a description that accepts all that is right',
          () => `the description ${listedLines(lines)}`,
        )
    })

  verify(
    described.open('OPEN-31', '3', 'Whether the description can be read without a key.'),
    'records whether a key is needed',
    {},
    async ({ anonymous, observe }) => {
      const answer = await anonymous.description()

      observe('OPEN-31', `without a key: ${answer.status}`, answer)
    },
  )
})

/** As many lines as a record lists, and the number of further ones. */
function listedLines(lines: readonly string[]): string {
  const more = lines.length > MOST_LISTED ? `; and ${lines.length - MOST_LISTED} more` : ''
  return `${lines.slice(0, MOST_LISTED).join('; ')}${more}`
}

/** What a check finds, in words. The contract itself, served unchanged, accepts everything that is right. */
function contradictionsIn(
  served: JsonObject,
  check: DescriptionCheck,
  { world, inconclusive }: Pick<Context<never>, 'world' | 'inconclusive'>,
): readonly string[] {
  if (isDeepStrictEqual(served, CONTRACT.document)) return []
  const { lists } = world.discovery.main
  const found = check(served, (list, field) => fieldValues(lists[list].items, field))
  return found instanceof Unreadable
    ? inconclusive(`the description cannot be judged: ${found.message}`)
    : found
}

/**
 * The description. A service may build it at the first request, which may fail: so it is requested once more.
 */
async function askForDescription({ api }: Pick<Context, 'api'>): Promise<Answer> {
  const first = await api.description()
  return first.fate === 'failed' ? api.afresh().description() : first
}

async function readableDescription({
  api,
  inconclusive,
}: Pick<Context, 'api' | 'inconclusive'>): Promise<Answer> {
  const answer = await askForDescription({ api })
  if (answer.status !== 200 || !('openapi' in answer.body)) inconclusive('no description was served')
  return answer
}

/** A URL without its fragment, which never reaches the server. */
const withoutFragment = ({ href }: URL): string => href.replace(/#.*$/, '')

const apexHost = suite('Apex host', { phase: 'independent' }, (verify) => {
  verify(
    [
      redirect.must(
        'APEX-01',
        '6',
        'The bare apex host responds with a 308 redirect.',
        minor('Clients with the bare host fail, or a POST becomes a GET on its way.'),
      ),
      redirect.derived(
        'APEX-02',
        '6',
        'The redirect of the apex host has a `Location` that leads to another address.',
        'A redirect without another address cannot lead a client to the canonical host.',
        minor('Clients with the bare host are sent in a circle, or nowhere.'),
      ),
    ],
    'redirects with a 308',
    { needs: ['apex'], smoke: true },
    async ({ anonymous, imposter, settings, world, expect, each }) => {
      const apex = String(settings.apexUrl)
      // A path of the canonical host: a host that serves both names would answer here, too.
      const { pathname } = new URL(world.discovery.main.me.exchange.request.url)
      // Sent without the real key: the host at the apex address need not be the one to which the key belongs.
      const invented = imposter({ value: 'Bearer conformance' })
      const requests = [
        [anonymous, { method: 'GET', path: apex }],
        [anonymous, { method: 'GET', path: `${apex}/chatbots` }],
        [anonymous, { method: 'POST', path: `${apex}/leads`, body: {} }],
        [anonymous, { method: 'PATCH', path: `${apex}/conversations/x`, body: {} }],
        [invented, { method: 'GET', path: `${apex}/me` }],
        [invented, { method: 'GET', path: `${apex}${pathname}` }],
      ] as const

      await each(requests, async ([actor, request]) => {
        const answer = await actor.request(request)
        expect(answer).toAnswer(308)
        const target = redirectTarget(answer)
        expect(answer).toSatisfy(
          target !== undefined &&
            withoutFragment(target) !== withoutFragment(new URL(answer.exchange.request.url)),
          'a Location with another address',
          target === undefined ? 'no Location' : target.href,
          { requirement: 'APEX-02', header: 'Location' },
        )
      })
    },
  )
})

function redirectTarget({ exchange }: Answer): URL | undefined {
  const location = header(exchange, 'location')
  const base = exchange.request.url
  return location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined
}

export default [servedDescription, apexHost]

export const runOracles = [describedAnswers]
