import { Autocomplete, type AutocompleteProps, type TextareaProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BotChat } from '#contract/bot.ts'
import { checkSetting } from '#domain/settings/settings.ts'
import { botChatsQuery } from '#web/lib/bot-chats.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { filterByName, NamedOption } from '#web/ui/named-option.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { useTestMessage } from '../admin-api.ts'
import page from '#web/ui/page.module.css'
import { Trial } from './trial.tsx'
import type { SettingField } from './use-settings-form.ts'

const POPUP = { shadow: 'md', keepMounted: false } as const
const MOST_SHOWN = 50

/** Groups have a minus; what people write to the bot alone is nobody's summary group. */
function useGroups(): readonly BotChat[] {
  const { data } = useQuery(botChatsQuery)
  return data?.filter(({ type }) => type !== 'private') ?? []
}

/** One group: picked by its title, or typed as its number. */
export function ChatField({ field, shared }: { field: SettingField; shared: AutocompleteProps }) {
  const groups = useGroups()
  const test = useTestMessage()
  const titles = new Map(groups.map(({ chatId, title }) => [chatId, title ?? chatId]))
  const checked = checkSetting(field.key, field.shown)
  const chatId = checked.ok ? checked.value : ''
  const title = titles.get(chatId)
  return (
    <>
      <Autocomplete
        {...shared}
        placeholder="Pick a group, or type its ID"
        spellCheck={false}
        data={[...titles.keys()]}
        filter={filterByName(titles)}
        limit={MOST_SHOWN}
        comboboxProps={POPUP}
        value={field.shown}
        onChange={field.type}
        renderOption={({ option }) => <NamedOption id={option.value} name={titles.get(option.value) ?? ''} />}
      />
      <div className={page.line}>
        {title && <span className={page.about}>{title}</span>}
        <Trial label="Send a test message" trial={test} value={chatId} disabled={chatId === ''} />
      </div>
    </>
  )
}

/** Several groups: a number on each line, and the groups of the bot to pick from. */
export function ChatsField({ field, shared }: { field: SettingField; shared: TextareaProps }) {
  const groups = useGroups()
  const lines = field.shown.split('\n').map((line) => line.trim())
  const open = groups.filter(({ chatId }) => !lines.includes(chatId))
  const known = groups.filter(({ chatId }) => lines.includes(chatId))
  const add = (chatId: string | null) =>
    chatId && field.type([...lines.filter((line) => line !== ''), chatId].join('\n'))
  return (
    <>
      <LongText
        {...shared}
        rows={3}
        mostRows={10}
        spellCheck={false}
        placeholder="-1001234567890"
        value={field.shown}
        onChange={(event) => field.type(event.currentTarget.value)}
      />
      {known.length > 0 && <p className={page.about}>{known.map(({ title, chatId }) => title ?? chatId).join(', ')}</p>}
      {open.length > 0 && (
        <SearchSelect
          aria-label="Add a group that the bot is in"
          placeholder="Add a group that the bot is in"
          size="xs"
          limit={MOST_SHOWN}
          disabled={shared.disabled ?? false}
          comboboxProps={POPUP}
          value={null}
          data={open.map(({ chatId, title }) => ({ value: chatId, label: `${title ?? 'Group'} · ${chatId}` }))}
          onChange={add}
        />
      )}
    </>
  )
}
