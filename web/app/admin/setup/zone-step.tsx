import { Button } from '@mantine/core'
import { useSaveSetting } from '#web/features/settings/admin-api.ts'
import { useShowSetting } from '#web/features/settings/components/settings-desk.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatMoment } from '#web/lib/format.ts'
import { toastError } from '#web/ui/toasts.ts'
import type { AppSettings } from '../../settings.ts'
import page from '#web/ui/page.module.css'
import classes from './setup-list.module.css'

/** The zone has a value from the start. An admin confirms it by its clock. */
export function ZoneStep({ zone, zoneLabel, isDone }: Pick<AppSettings, 'zone' | 'zoneLabel'> & { isDone: boolean }) {
  const now = useNow(15_000)
  const show = useShowSetting()
  const { mutate, isPending } = useSaveSetting()
  const keep = () => mutate({ key: 'timezone', value: zone.name }, { onError: (error) => toastError(messageOf(error)) })
  return (
    <>
      <p className={page.about}>
        {zoneLabel}: it is {formatMoment(now, zone)} there.
      </p>
      {!isDone && (
        <div className={classes.acts}>
          <Button size="compact-sm" variant="light" loading={isPending} onClick={keep}>
            Keep this time zone
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => show('timezone')}>
            Choose another zone
          </Button>
        </div>
      )}
    </>
  )
}
