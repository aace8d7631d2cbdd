import type { Zone } from '#domain/kernel/zone.ts'
import classes from './cap-text-panel.module.css'
import { ModelQuestions } from './model-questions.tsx'
import { Words } from './words.tsx'

/** How messages become caps here: the words that mean nothing, and what a language model was asked. */
export function CapTextPanel({ zone }: { zone: Zone }) {
  return (
    <div className={classes.panel}>
      <Words zone={zone} />
      <ModelQuestions zone={zone} />
    </div>
  )
}
