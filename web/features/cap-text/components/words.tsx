import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CapWord } from '#contract/cap-text.ts'
import { capTextTexts } from '#contract/texts/cap-text.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { ListBar } from '#web/ui/list-bar.tsx'
import { readSearch } from '#web/ui/named-option.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { capWordHistoryQuery, capWordsQuery, useForgetWord } from '../api.ts'

/** What people said means nothing in the messages of a partner; each can be taken back. */
export function Words({ zone }: { zone: Zone }) {
  const { data: words, error, refetch } = useQuery(capWordsQuery)
  const [search, setSearch] = useState('')
  const [history, setHistory] = useState(false)
  const columns = useColumns(zone)
  const focusAfter = useFocusAfter<HTMLDivElement>()
  if (error && !words) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!words) return <Skeleton height={200} radius={12} />
  const wanted = readSearch(search)
  const found = words.filter((word) =>
    [word.word, whose(word), word.by].some((text) => text.toLowerCase().includes(wanted)),
  )
  const all = countOf(words.length, 'word')
  return (
    <>
      <ListBar
        label="Search words"
        search={search}
        onSearch={setSearch}
        count={search.trim() ? `${formatCount(found.length)} of ${all}` : all}
      >
        <Button variant="default" onClick={() => setHistory(true)}>
          History
        </Button>
      </ListBar>
      {words.length === 0 && (
        <EmptyState isSmall>
          No words are ignored yet. If a message has an unknown word, its row asks about it. After the answer “It means
          nothing”, the word is listed here and ignored in later messages of that partner.
        </EmptyState>
      )}
      {words.length > 0 && found.length === 0 && <EmptyState isSmall>No word and no partner matches.</EmptyState>}
      {found.length > 0 && (
        <div {...focusAfter}>
          <DataTable
            label="Words that mean nothing"
            columns={columns}
            rows={found}
            keyOf={({ _id }) => _id}
            sortedBy={{ column: 'at', descending: true }}
          />
        </div>
      )}
      {history && <WordHistory zone={zone} onClosed={() => setHistory(false)} />}
    </>
  )
}

function useColumns(zone: Zone): readonly Column<CapWord>[] {
  return useMemo(
    () => [
      { id: 'word', label: 'Word', isHead: true, sortBy: ({ word }) => word, render: ({ word }) => word },
      { id: 'whose', label: 'In messages of', sortBy: whose, render: whose },
      { id: 'by', label: 'Said by', width: '160px', sortBy: ({ by }) => by, render: ({ by }) => by },
      { id: 'at', label: 'When', width: '170px', sortBy: ({ at }) => at, render: ({ at }) => formatMoment(at, zone) },
      { id: 'actions', label: 'Actions', width: '140px', align: 'end', render: (word) => <ForgetWord word={word} /> },
    ],
    [zone],
  )
}

function whose({ advertiserId, sourceNumber, name }: CapWord): string {
  return `${name} (${advertiserId ?? `#${sourceNumber}`})`
}

function ForgetWord({ word: { _id, word, name } }: { word: CapWord }) {
  const forget = useForgetWord()
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Stop ignoring ${word} of ${name}`}
      disabled={forget.isPending}
      onClick={() =>
        forget.mutate(_id, {
          onSuccess: () => toastSuccess(capTextTexts.wordRemoved(word)),
          onError: (error) => toastError(messageOf(error)),
        })
      }
    >
      Stop ignoring
    </Button>
  )
}

function WordHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog
      of="the words"
      query={capWordHistoryQuery}
      describe={({ before, after }) =>
        after
          ? `“${after.word}” is ignored in messages of ${after.name}`
          : `“${before?.word ?? ''}” of ${before?.name ?? ''} is no longer ignored`
      }
      zone={zone}
      onClosed={onClosed}
    />
  )
}
