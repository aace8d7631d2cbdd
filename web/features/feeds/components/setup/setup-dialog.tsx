import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OfferedPreset, ShownConnector } from '#contract/connectors.ts'
import { connectorTexts } from '#contract/texts/connectors.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDiscard } from '#web/ui/discard-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { connectorsQuery, presetsQuery } from '../../connector-api.ts'
import { ConnectorForm } from './connector-form.tsx'
import { typedOf, type Typed } from './draft.ts'
import { PresetChoice } from './preset-choice.tsx'

interface SetupDialogProps {
  /** Names of existing feeds. */
  taken: readonly string[]
  zone: Zone
  onClosed: () => void
}

/** Sets up a new feed: first its system, then what the system needs. */
export function SetupDialog({ taken, zone, onClosed }: SetupDialogProps) {
  const [preset, setPreset] = useState<OfferedPreset | null>(null)
  const [start, setStart] = useState<Typed>(() => typedOf(null))
  const [typed, setTyped] = useState(start)
  const choose = (chosen: OfferedPreset) => {
    const filled = { ...start, preset: chosen.preset, name: freeName(chosen.preset, taken) }
    setStart(filled)
    setTyped(filled)
    setPreset(chosen)
  }
  const title = preset ? `Set up a feed: ${preset.title}` : 'Set up a feed'
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start)
  return (
    <FormDialog title={title} isDirty={isDirty} onClosed={onClosed}>
      {(parts) =>
        preset ? (
          <ConnectorForm preset={preset} connector={null} typed={typed} onTyped={setTyped} zone={zone} {...parts} />
        ) : (
          <PresetChoice onChosen={choose} />
        )
      }
    </FormDialog>
  )
}

/** Changes a feed that was set up here. */
export function ChangeDialog({ name, zone, onClosed }: { name: string; zone: Zone; onClosed: () => void }) {
  const connectors = useQuery(connectorsQuery)
  const presets = useQuery(presetsQuery)
  const isGone = connectors.isFetchedAfterMount && connectors.data?.every((each) => each.name !== name)
  const error = connectors.error ?? presets.error
  const problem = error ? messageOf(error) : isGone ? connectorTexts.notFound : null
  // What is kept may be older than what was done to it since.
  const standing = connectors.isFetchedAfterMount ? connectors.data?.find((each) => each.name === name) : undefined
  // The feed when the form was opened: saving over somebody else's change is refused, and a removed feed leaves its form.
  const [connector, setConnector] = useState(standing)
  if (!connector && standing) setConnector(standing)
  const preset = presets.data?.find((each) => each.preset === connector?.preset)
  if (connector && preset) return <Change connector={connector} preset={preset} zone={zone} onClosed={onClosed} />
  return (
    <FormDialog title={`Change ${name}`} isDirty={false} onClosed={onClosed}>
      {() => (problem ? <ProblemBox message={problem} /> : <Skeleton height={240} radius={8} />)}
    </FormDialog>
  )
}

interface ChangeProps {
  connector: ShownConnector
  preset: OfferedPreset
  zone: Zone
  onClosed: () => void
}

function Change({ connector, preset, zone, onClosed }: ChangeProps) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(connector))
  const isDirty = JSON.stringify(typed) !== JSON.stringify(typedOf(connector))
  return (
    <FormDialog title={`Change ${connector.name}: ${preset.title}`} isDirty={isDirty} onClosed={onClosed}>
      {(parts) => (
        <ConnectorForm preset={preset} connector={connector} typed={typed} onTyped={setTyped} zone={zone} {...parts} />
      )}
    </FormDialog>
  )
}

interface FormDialogProps {
  title: string
  isDirty: boolean
  onClosed: () => void
  children: (parts: {
    discard: ReturnType<typeof useDiscard>
    onBusy: (isBusy: boolean) => void
    onSaved: () => void
  }) => ReactNode
}

function FormDialog({ title, isDirty, onClosed, children }: FormDialogProps) {
  const [busy, setBusy] = useState(false)
  const dialog = useDialog(onClosed)
  const discard = useDiscard(isDirty, dialog.close)
  return (
    <Dialog title={title} size={980} dialog={dialog} busy={busy} onCloseAsked={discard.askToClose}>
      {children({ discard, onBusy: setBusy, onSaved: dialog.close })}
    </Dialog>
  )
}

/** The name of the system, numbered if a feed has it already. */
function freeName(preset: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? preset : `${preset}-${number}`
    if (!taken.includes(name)) return name
  }
}
