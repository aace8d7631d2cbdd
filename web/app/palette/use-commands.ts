import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { SignedInMember } from '#contract/member.ts'
import { canEditCaps } from '#domain/team/member.ts'
import { useSyncNow } from '#web/features/feeds/components/run-sync.tsx'
import { switchSingleKeys, useSingleKeys } from '#web/lib/single-keys.ts'
import { SECTION_LABELS, SECTIONS } from '../admin/sections.ts'
import { isWholeDay } from '../dashboard/search.ts'
import { keepWish, wishOfBoard, type BoardWish } from '../dashboard/wishes.ts'
import { askToSignOut, showOverlay } from '../keys/overlays.ts'
import { goKeysFor } from '../navigation.ts'
import { useAppSettings } from '../settings.ts'
import type { Command } from './commands.ts'

/** All that a member can do from anywhere, but to go to a day. */
export function useCommands(member: SignedInMember): Command[] {
  const settings = useAppSettings()
  const canEdit = settings !== null && canEditCaps(member.role, settings)
  const toBoard = useBoardWish()
  const screens = useScreenCommands(member)
  const browser = useBrowserCommands()
  const { run: sync } = useSyncNow()

  const edits: Command[] = [
    { group: 'Board', name: 'Add a cap', also: 'new create', keys: ['c'], run: () => toBoard({ wish: 'add' }) },
    { group: 'Board', name: 'Copy caps from…', also: 'plan day tomorrow', run: () => toBoard({ wish: 'copy' }) },
    { group: 'Board', name: 'Paste caps', also: 'spreadsheet import rows', run: () => toBoard({ wish: 'paste' }) },
    { group: 'Board', name: 'Select all caps', also: 'bulk shown', run: () => toBoard({ wish: 'select-all' }) },
    { group: 'Board', name: 'Run lead sync', also: 'refresh leads', run: sync },
  ]
  return [
    ...(canEdit ? edits : []),
    { group: 'Board', name: 'Search caps', also: 'find filter', keys: ['/'], run: () => toBoard({ wish: 'search' }) },
    { group: 'Board', name: 'Calendar view', also: 'month day', run: () => toBoard({ wish: 'month' }) },
    { group: 'Board', name: 'Broker caps', also: 'mode switch', run: () => toBoard({ wish: 'mode', kind: 'broker' }) },
    {
      group: 'Board',
      name: 'Affiliate caps',
      also: 'mode switch publisher',
      run: () => toBoard({ wish: 'mode', kind: 'affiliate' }),
    },
    ...screens,
    ...browser,
  ]
}

/** Asks something of the board, going there first where that is needed. */
export function useBoardWish(): (wish: BoardWish) => void {
  const navigate = useNavigate()
  return (wish) => {
    if (window.location.pathname === '/') wishOfBoard(wish)
    else void navigate({ to: '/', search: isWholeDay(window.location.pathname), state: { wish: keepWish(wish) } })
  }
}

function useScreenCommands({ role }: SignedInMember): Command[] {
  const navigate = useNavigate()
  const screens = [...goKeysFor(role)].map(([letter, { to, label }]): Command => ({
    group: 'Screens',
    name: label,
    also: 'go open page',
    keys: ['g', letter],
    run: () => void navigate({ to, search: to === '/' && isWholeDay(window.location.pathname) }),
  }))
  const sections = SECTIONS.map((section): Command => ({
    group: 'Admin Panel',
    name: SECTION_LABELS[section],
    also: 'go open settings section',
    run: () => void navigate({ to: '/admin', search: { section } }),
  }))
  return [...screens, ...(role === 'admin' ? sections : [])]
}

function useBrowserCommands(): Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const singleKeys = useSingleKeys()
  const group = 'This browser'
  return [
    { group, name: 'About this screen', also: 'help what how', run: () => showOverlay('help') },
    { group, name: 'List of keys', also: 'help shortcuts keyboard', keys: ['?'], run: () => showOverlay('keys') },
    {
      group,
      name: singleKeys ? 'Switch single keys off' : 'Switch single keys on',
      also: 'shortcuts keyboard letters',
      run: () => switchSingleKeys(!singleKeys),
    },
    { group, name: 'Light colours', also: 'theme colors', run: () => setColorScheme('light') },
    { group, name: 'Dark colours', also: 'theme colors night', run: () => setColorScheme('dark') },
    { group, name: "The system's colours", also: 'theme colors auto', run: () => setColorScheme('auto') },
    { group, name: 'Sign out', also: 'log out leave', run: askToSignOut },
  ]
}
