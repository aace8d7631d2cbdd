import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingTexts } from '#contract/texts/settings.ts'
import type { ZonePreview, ZonePreviewQuery } from '#contract/zone.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { readNow } from '#web/lib/now.ts'
import { countOf } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastInfo, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSaveSetting, zonePreviewQuery } from '../admin-api.ts'
import classes from './zone-dialog.module.css'

interface ZoneDialogProps {
  from: string
  to: ZonePreviewQuery['zone']
  /** It was saved, or is on its way. */
  onSaved: () => void
  onClosed: () => void
}

/** Says what another zone moves before it is saved. */
export function ZoneDialog({ from, to, onSaved, onClosed }: ZoneDialogProps) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(zonePreviewQuery(to))
  const { mutateAsync, isPending } = useSaveSetting()
  const save = async () => {
    try {
      const saved = await mutateAsync({ key: 'timezone', value: to })
      if (saved.value === to) toastSuccess(settingTexts.saved)
      else toastInfo(settingTexts.zoneStarted(labelOfZone(to)))
      onSaved()
      dialog.close()
    } catch (failure) {
      toastError(messageOf(failure))
    }
  }
  return (
    <Dialog title="Change the time zone" size={460} dialog={dialog} busy={isPending} onCloseAsked={dialog.close}>
      <p className={classes.zones}>
        {withOffset(from)} → <strong>{withOffset(to)}</strong>
      </p>
      {error && !data ? (
        <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div aria-live="polite">
          {data ? <p className={classes.moves}>{sayMoves(data)}</p> : <Skeleton height={21} radius={4} />}
        </div>
      )}
      <p className={classes.details}>
        Caps stay on their days. Delivered numbers are counted again by the new days; until that is done everybody sees
        the old ones, and then all the new ones at once. Lead syncs wait meanwhile.
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={dialog.close} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button onClick={() => void save()} loading={isPending} disabled={!data}>
          Change to {labelOfZone(to)}
        </Button>
      </div>
    </Dialog>
  )
}

/** `GMT+2`, `Asia/Tokyo (GMT+9)`: how far ahead it is today, where its name does not say so. */
function withOffset(zone: string): string {
  const label = labelOfZone(zone)
  if (zone.startsWith('Etc/')) return label
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(readNow())
  const offset = parts.find(({ type }) => type === 'timeZoneName')
  return offset ? `${label} (${offset.value})` : label
}

function sayMoves({ leads, deposits }: ZonePreview): string {
  const moving = [leads > 0 && countOf(leads, 'lead'), deposits > 0 && countOf(deposits, 'deposit')].filter(Boolean)
  if (moving.length === 0) return 'No lead and no deposit moves to another day.'
  const verb = leads + deposits === 1 ? 'moves' : 'move'
  return `${moving.join(' and ')} ${verb} to another day.`
}
