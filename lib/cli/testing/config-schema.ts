import { FILE_SETTINGS } from '../settings/file.ts'
import type { Setting } from '../settings/setting.ts'

/** The JSON Schema of the settings file, by which editors complete it: names, meanings, and the words of closed lists. */
export function configSchema(): object {
  const properties = Object.fromEntries([...FILE_SETTINGS].map(([name, setting]) => [name, valueOf(setting)]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of chat-agent-conformance (conformance.config.json)',
    $ref: '#/$defs/settings',
    properties: {
      $schema: { type: 'string' },
      environments: {
        description: 'settings of single targets, chosen by --env NAME; they win over the ones beside them',
        type: 'object',
        additionalProperties: { $ref: '#/$defs/settings', unevaluatedProperties: false },
      },
    },
    unevaluatedProperties: false,
    $defs: { settings: { type: 'object', properties } },
  }
}

function valueOf(setting: Setting): object {
  const { description, fallback, parse } = setting
  const meaning = fallback === undefined ? description : `${description} (default: ${fallback})`
  if (setting.isBoolean()) return { description: meaning, type: 'boolean' }
  if (parse.isKeyed === true)
    return { description: meaning, type: 'object', additionalProperties: { type: 'string', minLength: 1 } }
  const one = parse.choices === undefined ? { type: ['string', 'number'] } : { enum: parse.choices }
  const some = setting.variadic ? { anyOf: [one, { type: 'array', items: one, minItems: 1 }] } : one
  return { description: meaning, ...some }
}
