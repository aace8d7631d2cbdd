import { accept } from '../answer.ts'
import type { Method } from './method.ts'

export const getMe: Method = ({ state }) =>
  accept({
    ...state.bot,
    can_join_groups: true,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  })
