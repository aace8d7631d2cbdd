import type { Zone } from '#domain/kernel/zone.ts'
import page from '#web/ui/page.module.css'
import { ModelQuestions } from './model-questions.tsx'
import { Words } from './words.tsx'

/** How messages become caps here: the words that mean nothing, and what a language model was asked. */
export function CapTextPanel({ zone }: { zone: Zone }) {
  return (
    <div className={page.panel}>
      <Words zone={zone} />
      <ModelQuestions zone={zone} />
    </div>
  )
}
