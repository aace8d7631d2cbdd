import { Button } from '@mantine/core'
import { NOT_SAVED } from '#web/lib/unsaved.ts'
import page from '#web/ui/page.module.css'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { useDialog } from './use-dialog.ts'

export interface LossQuestionProps {
  title: string
  text?: string
  label: string
  stay?: string
  onLeave: () => void
  onStay: () => void
}

/** Asks whoever is about to lose what they typed. */
export function LossQuestion(props: LossQuestionProps) {
  const { title, text = NOT_SAVED, label, stay = 'Keep editing', onLeave, onStay } = props
  const dialog = useDialog(onStay)
  return (
    <Dialog title={title} size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <p className={classes.question}>{text}</p>
      <div className={`${page.foot} ${classes.foot}`}>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          {stay}
        </Button>
        <Button color="red" onClick={onLeave}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
