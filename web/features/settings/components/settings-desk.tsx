import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { hideActionToast } from '#web/ui/toasts.ts'
import { settingsQuery } from '../admin-api.ts'
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts'

const SettingsBar = lazy(async () => ({ default: (await import('./settings-bar.tsx')).SettingsBar }))
const SettingsHistory = lazy(async () => ({ default: (await import('./settings-history.tsx')).SettingsHistory }))

/** Its form stays while another section is looked at. */
const NO_PARTS: readonly string[] = []

const FormContext = createContext<SettingsForm | null>(null)

interface Wanted {
  /** The field that gets the focus once it is there. */
  key: SettingKey | null
  /** Brings a field into sight, on whichever tab it is. */
  show(key: SettingKey): void
  /** It is there, and has the focus. */
  found(): void
}

const WantedContext = createContext<Wanted>({ key: null, show: () => undefined, found: () => undefined })

interface SettingsDeskProps {
  /** Goes to the tab of a setting. */
  onShow: (key: SettingKey) => void
  /** All was saved or discarded, and the focus went with the bar. */
  onDone: () => void
  children: ReactNode
}

/** The form of all settings, which is kept while people go from one tab to another, and the bar that saves it. */
export function SettingsDesk({ onShow, onDone, children }: SettingsDeskProps) {
  const { data: settings = [] } = useQuery(settingsQuery)
  const [wanted, setWanted] = useState<SettingKey | null>(null)
  const show = useCallback(
    (key: SettingKey) => {
      setWanted(key)
      onShow(key)
    },
    [onShow],
  )
  const form = useSettingsForm(settings, show)
  const isDirty = form.changed.length > 0
  const wasDirty = useRef(false)
  useEffect(() => {
    if (wasDirty.current && !isDirty && document.activeElement === document.body) onDone()
    wasDirty.current = isDirty
  }, [isDirty, onDone])
  // Without the form there is nothing that Undo could bring back to.
  const isUndoOffered = useRef(false)
  useEffect(
    () => () => {
      if (isUndoOffered.current) hideActionToast()
    },
    [],
  )
  const offerUndo = () => {
    isUndoOffered.current = true
  }
  const focus = useMemo(() => ({ key: wanted, show, found: () => setWanted(null) }), [wanted, show])
  return (
    <FormContext value={form}>
      <LeaveQuestion isDirty={isDirty} parts={NO_PARTS} />
      <WantedContext value={focus}>{children}</WantedContext>
      <Suspense>{isDirty && <SettingsBar form={form} onShow={show} onDiscarded={offerUndo} />}</Suspense>
    </FormContext>
  )
}

/** The form around it. */
export function useDesk(): SettingsForm {
  const form = use(FormContext)
  if (!form) throw new Error('Settings stand within a desk')
  return form
}

/** Whether a field is to have the focus, and to whom that is said. */
export function useWanted(key: SettingKey): { isWanted: boolean; found: () => void } {
  const wanted = use(WantedContext)
  return { isWanted: wanted.key === key, found: wanted.found }
}

/** Brings a field into sight, on whichever tab it is, and puts the focus into it. */
export function useShowSetting(): (key: SettingKey) => void {
  return use(WantedContext).show
}

/** Opens the history of all settings. */
export function SettingChanges({ zone }: { zone: Zone }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        History of the settings
      </Button>
      <Suspense>{isOpen && <SettingsHistory zone={zone} onClosed={() => setOpen(false)} />}</Suspense>
    </>
  )
}
