import { contradictionsIn } from './changed.test-support.ts'
import { expect, test } from 'vitest'
import { changed } from './changed.test-support.ts'

const lead = 'components.schemas.LeadCreate'
const patch = 'components.schemas.ConversationPatch'

test.each<[title: string, path: string, value: unknown, where: string]>([
  ['no request body', 'paths./leads.post.requestBody', undefined, 'POST /leads body'],
  [
    'a form as request body',
    'paths./leads.post.requestBody.content',
    { 'multipart/form-data': {} },
    'POST /leads body',
  ],
  ['a missing field', `${lead}.properties.company`, undefined, 'POST /leads body company'],
  ['a tighter length', `${lead}.properties.name.maxLength`, 100, 'POST /leads body name'],
  ['a looser length', `${lead}.properties.name.maxLength`, 300, 'POST /leads body name'],
  ['a longer minimum', `${lead}.properties.name.minLength`, 2, 'POST /leads body name'],
  ['fewer tags', `${patch}.properties.tags.maxItems`, 10, 'PATCH /conversations/{id} body tags'],
  ['at least one tag', `${patch}.properties.tags.minItems`, 1, 'PATCH /conversations/{id} body tags'],
  ['shorter tags', `${patch}.properties.tags.items.maxLength`, 30, 'PATCH /conversations/{id} body tags[]'],
  ['tags that are required', `${patch}.required`, ['tags'], 'PATCH /conversations/{id} body tags'],
  ['a field that is required', `${lead}.required.1`, 'email', 'POST /leads body email'],
  ['an unknown field that is required', `${lead}.required.1`, 'tenant', 'POST /leads body tenant'],
  [
    'a required field that is optional',
    'components.schemas.MessageCreate.required',
    [],
    'POST /conversations/{id}/messages body content',
  ],
  ['a field that may not be null', `${lead}.properties.phone.type`, 'string', 'POST /leads body phone'],
  [
    'a field that may be null',
    `${lead}.properties.status.type`,
    ['string', 'null'],
    'POST /leads body status',
  ],
  [
    'an enumeration of a free field',
    `${lead}.properties.status.enum`,
    ['new', 'won'],
    'POST /leads body status',
  ],
  ['another format', `${lead}.properties.source_url.format`, 'email', 'POST /leads body source_url'],
  ['another type', `${lead}.properties.notes.type`, ['object', 'null'], 'POST /leads body notes'],
  [
    'a flag that may only be true',
    `${patch}.properties.is_resolved.const`,
    true,
    'PATCH /conversations/{id} body is_resolved',
  ],
])('%s gives exactly one contradiction', (_title, path, value, where) => {
  const found = contradictionsIn(changed({ [path]: value }))
  expect(found).toMatchObject([{ kind: 'request-body', where }])
})
