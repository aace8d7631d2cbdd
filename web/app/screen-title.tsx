import { DEFAULT_TITLE, useAppSettings } from './settings.ts'

/** What the browser's tab says of a screen: its name, and that of this installation. */
export function ScreenTitle({ name }: { name: string }) {
  const title = useAppSettings()?.title ?? DEFAULT_TITLE
  return <title>{`${name} · ${title}`}</title>
}
