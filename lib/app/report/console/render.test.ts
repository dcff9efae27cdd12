import { describe, expect, test } from 'vitest'
import { renderConsole } from './render.ts'
import { viewOf } from '../view/view.ts'
import { sampleFinding } from '../testing/sample-parts.ts'
import { changed, cleanRun, SAMPLES, threeFindings } from '../testing/sample-records.ts'

const PLAIN = { colour: false, verbose: false, quiet: false, width: 100 }
const verdictOf = (text: string): string | undefined =>
  text.split('\n').find((line) => /^[✓✗] [A-Z]+ {2}/.test(line))

describe('the console report', () => {
  test.each([
    ['cleanRun', '✓ PASSED  no requirement is violated, TARGET (exit code 0); 17 of 21 REST'],
    ['threeFindings', '✗ FAILED  2 violations, 1 critical, TARGET (exit code 1); 19 of 21 REST'],
    [
      'inconclusiveRun',
      '✗ INCOMPLETE  4 requirements could not be exercised, and --strict asks for all, TARGET (exit code 3); 17 of 21 REST',
    ],
    [
      'erroredRun',
      '✗ ERROR  the key was rejected (401) after 42 requests, TARGET (exit code 2); 14 of 21 REST',
    ],
    ['unreachableRun', '✗ ERROR  nothing was judged: connection refused at TARGET, TARGET (exit code 2)'],
  ])('says of %s the verdict and the exit code in words', (name, line) => {
    const wanted = line
      .replaceAll('TARGET', 'https://staging.example.test/v1')
      .replace('REST', 'requirements exercised')
    expect(verdictOf(renderConsole(viewOf(SAMPLES[name]?.() ?? cleanRun()), { ...PLAIN, width: 200 }))).toBe(
      wanted,
    )
  })

  test.each(Object.entries(SAMPLES))('ends %s with an answer that fits a screen', (_name, build) => {
    const text = renderConsole(viewOf(build()), { ...PLAIN, width: 80 })
    const answer = text
      .slice(text.lastIndexOf(`${verdictOf(text)}`))
      .trimEnd()
      .split('\n')
    expect(answer.length).toBeLessThanOrEqual(20 + 3 * viewOf(build()).blocks.length)
    // Commands are copied, so they are not wrapped; neither is a single long word.
    const tooLong = answer.filter((line) => line.length > 80 && !/npx |^\s*\S+$/.test(line))
    expect(tooLong).toEqual([])
  })

  test('shows a violation in four lines: what, the sentence, what was sent, what came; curl only with --verbose', () => {
    const text = renderConsole(viewOf(threeFindings()), PLAIN)
    expect(text.split('\n').slice(0, 4)).toEqual([
      '✗ LEAD-21  critical · part 4 · POST /leads',
      '  returns the existing lead for a conversation that has one',
      '  POST /v1/leads {"chatbot_id":"b7Qe2"} → 200',
      '  /data/id: expected 200 with existing: true and the lead Uk4xqL9, received 200 with existing: false',
    ])
    expect(text).toContain('\n  replay    npx chat-agent-conformance run --only ID')
    expect(text).not.toContain('curl')
    const verbose = renderConsole(viewOf(threeFindings()), { ...PLAIN, verbose: true })
    expect(verbose).toContain('\n  curl      curl -sS -i -X POST')
  })

  test('shows twelve blocks, each once, and names the next ones', () => {
    const kinds = Array.from({ length: 15 }, (_, index) => index)
    const [row] = cleanRun().requirements
    const requirements = kinds.map((kind) => {
      const id = `ROW-${String(kind).padStart(2, '0')}`
      const finding = sampleFinding(id, { where: `GET /${kind}`, received: id, exchanges: [] })
      return { ...row!, id, text: `law of ${id}`, verdict: 'failed' as const, findings: [finding] }
    })
    const view = viewOf({ ...cleanRun(), requirements, verdict: 'failed', exitCode: 1 })
    const text = renderConsole(view, PLAIN)
    expect(text.match(/^✗ ROW-\d+/gm)).toHaveLength(12)
    expect(text.match(/law of ROW-00/g)).toHaveLength(1)
    expect(text).toContain('… and 3 more: see index.html (ROW-12, ROW-13, ROW-14)')
  })

  test('never lets a terminal act on what the target sent', () => {
    const received = '\u001B[2J\u0007\r\nforged ✓ PASSED\u202E'
    const text = renderConsole(
      viewOf(changed(threeFindings(), { 'LEAD-21': { findings: [sampleFinding('LEAD-21', { received })] } })),
      { ...PLAIN, width: 200 },
    )
    expect(text).toContain(String.raw`\u001b[2J\u0007\u000d\u000aforged ✓ PASSED\u202e`)
    // oxlint-disable-next-line no-control-regex -- control characters are what must be absent
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
  })

  test('has colours and open points only where they are asked for', () => {
    const plain = renderConsole(viewOf(cleanRun()), PLAIN)
    for (const absent of ['\u001B', 'LEAD-23']) expect(plain).not.toContain(absent)
    const text = renderConsole(viewOf(threeFindings()), { ...PLAIN, colour: true, verbose: true })
    expect(text).toContain('\u001B[31m')
    expect(text).toContain('LEAD-23')
  })

  test('is one line for each violation and the verdict under --quiet', () => {
    const lines = renderConsole(viewOf(threeFindings()), { ...PLAIN, quiet: true })
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '✗ LEAD-21',
      '✗ TIME-01',
      '✗ FAILED',
    ])
    expect(renderConsole(viewOf(cleanRun()), { ...PLAIN, quiet: true }).split('\n')).toHaveLength(2)
  })
})
