/** Which leads of a run deliveries announce. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context, Delivery } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { createdLeads } from '../support/leads.ts'
import { marksIn, refusalsByMark } from '../support/marks.ts'
import { isLeadCreated, isShownEvent, textsIn } from './recognition.ts'

/** What a lead is recognised by: its id, and the marks sent with it. */
function tracesOf(ctx: Pick<Context, 'mark'>, { exchange, data }: Answer): readonly string[] {
  return [...idsOf([data]), ...marksIn(ctx)(exchange.request.body)]
}

/** The deliveries of a run, as far as leads are concerned. */
export interface Announcements {
  /** Leads that this run created, and that no delivery names. */
  readonly missing: readonly Answer[]
  /** Leads that deliveries name. */
  readonly named: readonly Answer[]
  /** Whether some delivery was recognised as one of the events that the specification shows. */
  readonly isReadable: boolean
}

/**
 * Waits until deliveries name all leads that this run created; resolves with those that none names in time.
 * Deliveries of which none can be read are not waited for: they may be encrypted.
 */
export async function announcements(
  ctx: Pick<Context<never>, 'answersTo' | 'deliveries' | 'mark' | 'world'>,
): Promise<Announcements> {
  const created = createdLeads(ctx)
  const marks = marksIn(ctx)
  const byTrace = new Map(
    created.flatMap((lead) => tracesOf(ctx, lead).map((trace) => [trace, lead] as const)),
  )
  const named = new Set<Answer>()
  let isReadable = false
  // Each delivery is looked at once, in order.
  const isEnough = (delivery: Delivery): boolean => {
    const texts = textsIn(delivery)
    const traces = [...texts, ...marks([...texts].join('\n'))]
    if (isLeadCreated(delivery)) {
      for (const lead of traces.flatMap((trace) => byTrace.get(trace) ?? [])) named.add(lead)
    }
    isReadable ||= isShownEvent(delivery)
    return !isReadable || named.size === new Set(byTrace.values()).size
  }
  await ctx.deliveries.first(isEnough)
  const missing = created.filter((lead) => !named.has(lead))
  return { missing, named: [...named], isReadable }
}

/**
 * The first lead that is not announced although others of the same chatbot are. Registration is not shown: a listener
 * may be registered for one chatbot, or for other events.
 */
export function unannounced({ missing, named }: Announcements): Answer | undefined {
  const heard = new Set(named.map(({ data }) => data['chatbot_id']))
  return missing.find(({ data }) => heard.has(data['chatbot_id']))
}

/** A `lead.created` with the mark of a refused lead of any case and of no accepted one, and the refusal. */
export function announcedRefusal(
  ctx: Pick<Context, 'answersTo' | 'mark' | 'deliveries'>,
): { readonly delivery: Delivery; readonly refusal: Answer } | undefined {
  const leads = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === 'main')
  const refusals = refusalsByMark(ctx, leads)
  const marks = marksIn(ctx)
  for (const delivery of ctx.deliveries.all()) {
    const found = marks(delivery.body)
    const [refusal] = found.flatMap((mark) => refusals.get(mark) ?? [])
    // Several events may be delivered together, of which one may be about something else.
    if (refusal !== undefined && found.every((mark) => refusals.has(mark)) && isLeadCreated(delivery))
      return { delivery, refusal }
  }
  return undefined
}
