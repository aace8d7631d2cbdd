import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import type { Role } from '#domain/team/member.ts'
import { switchSingleKeys, useSingleKeys } from '#web/lib/single-keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { COMMAND_KEY } from '#web/lib/keys.ts'
import { goKeysFor } from '../navigation.ts'
import {
  BOARD_KEYS,
  CALENDAR_KEYS,
  CAP_KEYS,
  PALETTE_KEYS,
  PLANNED_KEYS,
  SHEET_KEYS,
  TABLE_KEYS,
  WHY_KEYS,
  type KeyLine,
} from './key-list.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './keys-dialog.module.css'

/** The list of keys, and the switch for single letters. */
export function KeysDialog({ role, onClosed }: { role: Role; onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const on = useSingleKeys()
  const screens = [...goKeysFor(role)].map(([letter, { label }]): KeyLine => ({
    keys: ['g', letter],
    joined: 'then',
    does: label,
  }))
  return (
    <Dialog title="Keys" size={1180} dialog={dialog} onCloseAsked={dialog.close}>
      <Switch
        className={classes.switch}
        checked={on}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        label="Single letters are commands"
        description={`When off, only the arrows and keys pressed with ${COMMAND_KEY} work. Kept in this browser.`}
        data-autofocus
      />
      <div className={classes.lists}>
        <KeyList title="Everywhere" lines={[...PALETTE_KEYS, ...screens]} />
        <KeyList title="Board" lines={BOARD_KEYS} />
        <KeyList title="Focused cap" lines={CAP_KEYS} />
        <KeyList title="Why this number" lines={WHY_KEYS} />
        <KeyList title="Planned number" lines={PLANNED_KEYS} />
        <KeyList title="Table of the board" lines={TABLE_KEYS} />
        <KeyList title="Table of caps" lines={SHEET_KEYS} />
        <KeyList title="Calendar" lines={CALENDAR_KEYS} />
      </div>
    </Dialog>
  )
}

function KeyList({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section className={classes.list}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.lines}>
        {lines.map(({ keys, joined = 'or', does }) => (
          <div key={does} className={classes.line}>
            <dt>
              <KeyCaps keys={keys} joined={joined} />
            </dt>
            <dd className={classes.does}>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
