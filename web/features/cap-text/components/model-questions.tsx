import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { capTextCalls, type CapQuestion, type CapQuestions } from '#contract/cap-text.ts'
import { checkInput } from '#contract/check.ts'
import { MOST_QUESTIONS } from '#domain/kernel/listed.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { capQuestionsQuery, useTryModel } from '../api.ts'
import classes from './model-questions.module.css'

/** What leaves the house where a model is asked about messages, and every question of the last 30 days. */
export function ModelQuestions({ zone }: { zone: Zone }) {
  const { data, error, refetch } = useQuery(capQuestionsQuery)
  return (
    <section className={classes.root} aria-labelledby="model-questions">
      <h3 id="model-questions" className={classes.title}>
        Language model
      </h3>
      <p className={classes.about}>
        Where “Ask a language model about messages” is on, a message is sent to the model if a line of it was not
        understood, or if you try it here. Only its text is sent, with the names and aliases of registered partners
        replaced by Broker1 or Source1, and addresses and long numbers by Contact1. Other numbers, geos, days and names
        that nobody registered are sent as written. Nothing else is sent: no caps, leads or members.
      </p>
      <p className={classes.about}>
        The model only marks words of the message. Capline builds sentences from the marked words and discards marks
        that are not in the message. The result is a proposal in the chat or the paste, and is saved only when a person
        confirms it.
      </p>
      {error && !data ? (
        <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Questions {...data} zone={zone} />
      ) : (
        <Skeleton height={120} radius={12} />
      )}
    </section>
  )
}

function Questions({ isOn, model, questions, zone }: CapQuestions & { zone: Zone }) {
  const [open, setOpen] = useState<string | null>(null)
  const columns = useColumns(zone)
  const isAsked = isOn && model !== null
  const state =
    model === null
      ? 'No model is configured.'
      : isOn
        ? `${model} is asked.`
        : `${model} is not asked: the setting is off.`
  return (
    <>
      {isAsked && <TryModel onAsked={setOpen} />}
      {questions.length === 0 ? (
        <EmptyState isSmall>{state} Nothing was asked in the last 30 days.</EmptyState>
      ) : (
        <>
          <p className={classes.state}>
            {state} {describeSum(questions)}
          </p>
          <DataTable
            label="Questions to the language model"
            columns={columns}
            rows={questions}
            keyOf={({ _id }) => _id}
            sortedBy={{ column: 'at', descending: true }}
            onPress={({ _id }) => setOpen(open === _id ? null : _id)}
            renderDetail={(question) => (question._id === open ? <Detail question={question} /> : null)}
          />
        </>
      )}
    </>
  )
}

/** A message to ask about, without planning anything by it. */
function TryModel({ onAsked }: { onAsked: (id: string) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const ask = useTryModel()
  const submit = async () => {
    if (ask.isPending) return
    const checked = checkInput(capTextCalls.tryModel.body, { text })
    if (!checked.ok) return setProblem(checked.problem.message)
    try {
      onAsked((await ask.mutateAsync(text))._id)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <LongText
        label="Message to try"
        description="The message is sent as described above and kept below. No cap is saved."
        rows={3}
        mostRows={10}
        value={text}
        error={problem}
        readOnly={ask.isPending}
        onChange={(event) => {
          setProblem(null)
          setText(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="default" disabled={ask.isPending}>
        {ask.isPending ? 'Asking…' : 'Ask the model'}
      </Button>
    </Form>
  )
}

function describeSum(questions: readonly CapQuestion[]): string {
  const tokens = questions.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  const priced = questions.flatMap(({ cost }) => (cost === null ? [] : [Number(cost)]))
  const dollars = priced.length > 0 ? `, $${priced.reduce((sum, cost) => sum + cost, 0).toFixed(4)}` : ''
  const asked = countOf(questions.length, 'question')
  const cut = questions.length >= MOST_QUESTIONS ? `The newest ${asked}` : `${asked} in the last 30 days`
  return `${cut}: ${formatCount(tokens)} tokens${dollars}.`
}

function useColumns(zone: Zone): readonly Column<CapQuestion>[] {
  return useMemo(
    () => [
      {
        id: 'at',
        label: 'Asked',
        isHead: true,
        width: '180px',
        sortBy: ({ at }) => at,
        render: ({ at }) => (
          <Button variant="transparent" size="compact-sm" px={0}>
            {formatMoment(at, zone)}
          </Button>
        ),
      },
      { id: 'came', label: 'Result', sortBy: describeEnd, render: describeEnd },
      {
        id: 'tokens',
        label: 'Tokens',
        align: 'end',
        width: '110px',
        sortBy: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
        render: ({ inputTokens, outputTokens }) => formatCount(inputTokens + outputTokens),
      },
      {
        id: 'cost',
        label: 'Cost',
        align: 'end',
        width: '110px',
        sortBy: ({ cost }) => Number(cost),
        render: ({ cost }) => (cost === null ? 'n/a' : `$${cost}`),
      },
      {
        id: 'time',
        label: 'Time',
        align: 'end',
        width: '90px',
        sortBy: ({ milliseconds }) => milliseconds,
        render: ({ milliseconds }) => `${(milliseconds / 1_000).toFixed(1)} s`,
      },
    ],
    [zone],
  )
}

function describeEnd({ failure, taken, thrown }: CapQuestion): string {
  if (failure !== null) return failure
  return `${countOf(taken.length, 'proposal')}, ${formatCount(thrown.length)} discarded`
}

function Detail({ question: { told, answered, taken, thrown } }: { question: CapQuestion }) {
  return (
    <dl className={classes.detail}>
      <Part title="Text sent">{told}</Part>
      <Part title="Answer received">{answered ?? 'Nothing that can be read.'}</Part>
      <Part title="Sentences used">{taken.length === 0 ? 'Nothing.' : taken.join('\n')}</Part>
      {thrown.length > 0 && <Part title="Sentences discarded">{thrown.join('\n')}</Part>}
    </dl>
  )
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
