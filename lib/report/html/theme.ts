/** Colours by name, for light and for dark. Text colours reach a contrast of 4.5 on every ground they are used on. */
const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  ground: ['#f5f6f8', '#0e1116'],
  surface: ['#ffffff', '#161a21'],
  sunken: ['#f2f4f7', '#10141a'],
  line: ['#dfe3e9', '#2a313c'],
  ink: ['#171b22', '#e8ebf0'],
  muted: ['#566070', '#9ba6b6'],
  link: ['#1c57b8', '#86b6ff'],
  red: ['#b91c2b', '#ff8a8a'],
  green: ['#0a6e46', '#57cf97'],
  amber: ['#8a5200', '#f2bd5c'],
  violet: ['#6a3fb5', '#c3a6ff'],
  orange: ['#a33d00', '#ff9d66'],
  grey: ['#566070', '#9ba6b6'],
}

function variables(column: 0 | 1): string {
  return Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[column]};`)
    .join('')
}

/** The custom properties: as the system prefers, and as the reader chose with the button. */
export const THEME = `
:root{color-scheme:light;${variables(0)}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${variables(1)}}}
:root[data-theme=dark]{color-scheme:dark;${variables(1)}}
.o-error{--c:var(--orange)}
.o-failed,.o-unexpected-pass,.o-expired-excuse{--c:var(--red)}
.o-passed{--c:var(--green)}
.o-inconclusive{--c:var(--amber)}
.o-known-failure{--c:var(--violet)}
.o-not-applicable,.o-disabled{--c:var(--grey)}
`
