import { DEFAULT_TITLE, useAppSettings } from './settings.ts'

/** The title of the browser's tab: the screen's name and the installation's. */
export function ScreenTitle({ name }: { name: string }) {
  const title = useAppSettings()?.title ?? DEFAULT_TITLE
  return <title>{`${name} · ${title}`}</title>
}
