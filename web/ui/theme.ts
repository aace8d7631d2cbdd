import {
  ActionIcon,
  Button,
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { storageKeys } from '#web/lib/storage.ts'

/** The one accent. Shade 6 carries white text on light pages, shade 4 dark text on dark ones. */
const accent: MantineColorsTuple = [
  '#eef2ff',
  '#e0e8ff',
  '#c0d0ff',
  '#9fb6ff',
  '#7f9fff',
  '#5a7ff0',
  '#2f5bd8',
  '#274db9',
  '#20409a',
  '#1a337b',
]

const red: MantineColorsTuple = [
  '#fdecea',
  '#fbd9d5',
  '#f7b9b2',
  '#ffb4ac',
  '#ff9a91',
  '#f07a70',
  '#bd3127',
  '#a1281f',
  '#852019',
  '#6b1a14',
]

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e4e7ec',
  '#d5dae2',
  '#868f9e',
  '#737d8c',
  '#5a6474',
  '#454e5c',
  '#2e3642',
  '#161b26',
]

const dark: MantineColorsTuple = [
  '#e8ebf1',
  '#c5ccd8',
  '#9ca6b6',
  '#7d889a',
  '#667183',
  '#2c323e',
  '#1c212b',
  '#171b23',
  '#12161d',
  '#0e1117',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  colors: { accent, gray, dark, red },
  black: '#161b26',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Twemoji Country Flags', 'Inter Variable', system-ui, sans-serif, 'Noto Color Emoji'",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      // The kit picks one text colour for both schemes; our fills are dark on light pages and light on dark ones.
      vars: (_theme, { variant = 'filled' }) => ({
        root: variant === 'filled' ? { '--button-color': 'var(--on-fill)' } : {},
      }),
    }),
    // What the browser remembers of other pages would cover what the product itself offers. A field that the browser or a
    // password manager is to fill says so.
    // By their names alone: their code comes with the first screen that has one.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Autocomplete: { defaultProps: { autoComplete: 'off' } },
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
  },
})

export const colorSchemeManager = localStorageColorSchemeManager({ key: storageKeys.colorScheme })

/** Mantine's own words for our tokens (`tokens.css`), so that its components and our pages are of one cloth. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--dim)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-accent-light': 'var(--accent-soft)',
    '--mantine-color-accent-light-hover': 'var(--accent-soft-hover)',
    '--mantine-color-accent-light-color': 'var(--accent-text)',
    '--mantine-color-red-light': 'var(--bad-soft)',
    '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--bad) 10%, var(--bad-soft))',
    '--mantine-color-red-light-color': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent-text)',
  }
  return { variables: {}, light: both, dark: both }
}
