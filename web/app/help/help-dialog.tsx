import { useLocation } from '@tanstack/react-router'
import { helpTexts, type HelpTopic } from '#contract/texts/help.ts'
import { COMMAND_KEY } from '#web/lib/keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { sectionOf } from '../admin/sections.ts'
import classes from './help-dialog.module.css'

/** The help of the screen behind it. */
export function HelpDialog({ onClosed }: { onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const { pathname, search } = useLocation()
  const { title, sentences } = helpTexts[helpTopicOf(pathname, search)]
  return (
    <Dialog title={title} size={520} dialog={dialog} onCloseAsked={dialog.close}>
      <ul className={classes.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={classes.keys}>
        <kbd>{COMMAND_KEY}</kbd> <kbd>K</kbd> finds every command; <kbd>?</kbd> lists the keys.
      </p>
    </Dialog>
  )
}

const TOPICS: Partial<Record<string, HelpTopic>> = {
  payouts: 'payouts',
  plans: 'plans',
  analytics: 'analytics',
  leads: 'leads',
  messages: 'messages',
  logs: 'logs',
  day: 'day',
}

/** Which help belongs to an address. */
export function helpTopicOf(pathname: string, search: Record<string, unknown>): HelpTopic {
  const [, first = ''] = pathname.split('/')
  if (first === 'admin') return sectionOf(search['section'])
  return TOPICS[first] ?? 'board'
}
