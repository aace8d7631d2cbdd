import type { ReactNode } from 'react'

interface IconProps {
  size?: number
}

// Drawn for this product on a grid of 16, one stroke of 1.5. They never stand alone: a label is always beside or around.
function icon(shape: ReactNode) {
  return function Icon({ size = 16 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        // Nothing is drawn outside, and a clip for each icon of a full board would cost more than the icons.
        overflow="visible"
      >
        {shape}
      </svg>
    )
  }
}

export const PencilIcon = icon(<path d="M10.5 3 13 5.5 5.75 12.75 2.75 13.25 3.25 10.25zM9 4.5 11.5 7" />)
export const TrashIcon = icon(<path d="M2.75 4.25h10.5M6.25 4V2.5h3.5V4M4 4.5l.6 9h6.8l.6-9M6.75 7v4M9.25 7v4" />)
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />)
export const ChevronIcon = icon(<path d="m6 3.5 4.5 4.5L6 12.5" />)
export const MenuIcon = icon(<path d="M2.5 4.25h11M2.5 8h11M2.5 11.75h11" />)
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />)
export const SyncIcon = icon(
  <path d="M13.25 6.5A5.5 5.5 0 0 0 3.5 4.75L2.5 6M2.5 2.75V6h3.25M2.75 9.5a5.5 5.5 0 0 0 9.75 1.75l1-1.25m0 3.25V10h-3.25" />,
)
export const HistoryIcon = icon(<path d="M2.75 8a5.25 5.25 0 1 0 1.7-3.87L2.75 5.75M2.75 2.75v3h3M8 5.25V8l2 1.5" />)
export const SignOutIcon = icon(<path d="M6.5 13.25H3.25V2.75H6.5M10.25 11l3-3-3-3M13 8H6.5" />)
export const DashboardIcon = icon(
  <path d="M2.75 2.75h4v6h-4zM9.25 2.75h4v3h-4zM9.25 8.25h4v5h-4zM2.75 11.25h4v2h-4z" />,
)
export const ControlsIcon = icon(
  <path d="M2.5 4.5h5.75M11.75 4.5h1.75M2.5 11.5h1.75M7.75 11.5h5.75M8.25 4.5a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 1 0-3.5 0M4.25 11.5a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 1 0-3.5 0" />,
)
export const LeadsIcon = icon(
  <path d="M8 7.25a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 13.5c.4-2.6 2.4-4 5-4s4.6 1.4 5 4" />,
)
export const PayoutsIcon = icon(
  <path d="M1.75 4h12.5v8H1.75zM8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 1 0 0 3.5M4 6.25h.01M12 9.75h.01" />,
)
export const AnalyticsIcon = icon(<path d="M2.5 13.25h11M4.25 10.5v-3M8 10.5v-7M11.75 10.5V6" />)
export const MessagesIcon = icon(<path d="M2.25 3.25h11.5v8h-7l-3 2.5v-2.5h-1.5zM5 6h6M5 8.5h4" />)
export const LogsIcon = icon(<path d="M3 3.5h.01M3 8h.01M3 12.5h.01M5.75 3.5h7.5M5.75 8h7.5M5.75 12.5h5" />)
export const MoreIcon = icon(<path strokeWidth="2" d="M3.25 8h.01M8 8h.01M12.75 8h.01" />)
export const WarningIcon = icon(<path d="M8 2.5 14.25 13.25H1.75zM8 6.5v3M8 11.25v.1" />)
export const SystemIcon = icon(<path d="M2.25 3.25h11.5v7.5H2.25zM6 13.25h4M8 10.75v2.5" />)
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7" />
  </>,
)
export const MoonIcon = icon(<path d="M13.25 9.5A5.5 5.5 0 0 1 6.5 2.75a5.5 5.5 0 1 0 6.75 6.75z" />)
export const HelpIcon = icon(
  <path d="M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5zM6.25 6.4a1.75 1.75 0 1 1 2.6 1.5c-.55.3-.85.65-.85 1.2M8 11.4v.1" />,
)
export const CalendarIcon = icon(<path d="M2.5 3.75h11v9.5h-11zM2.5 6.5h11M5.25 2.25v2.5M10.75 2.25v2.5" />)
export const CopyIcon = icon(<path d="M5.5 5.5h7.75v7.75H5.5zM3.5 10.5H2.75V2.75h7.75v.75" />)
export const PasteIcon = icon(
  <path d="M5.75 3.25H3.25v10h9.5v-10h-2.5M5.75 2.25h4.5v2.5h-4.5zM5.75 8h4.5M5.75 10.5h3" />,
)
export const CommandsIcon = icon(<path d="m3 4.5 3.5 3.5L3 11.5M8 12h5" />)
export const FilterIcon = icon(<path d="M2.25 3.25h11.5L9.5 8.5v4.25l-3-1.5V8.5z" />)
export const IdeaIcon = icon(<path d="M6 11.25a4.25 4.25 0 1 1 4 0v1.5H6zM6.5 14.5h3" />)
export const ViewsIcon = icon(<path d="M4 2.5h8v11l-4-3-4 3z" />)
