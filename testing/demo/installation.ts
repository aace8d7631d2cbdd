import { createProcesses, type Environment } from '../process.ts'
import { ask, read } from './asking.ts'
import { leavePast, type Past } from './past.ts'

/** What a browser keeps of a signed-in member. */
interface Session {
  token: string
  member: unknown
}

/** A sandbox of its own, with a few weeks of work behind it. */
export interface Installation {
  address: string
  past: Past
  signIn(handle: string): Promise<Session>
  close(): Promise<void>
}

/** `environment`: what it says beside that, such as a database. */
export async function openInstallation(environment: Environment = {}): Promise<Installation> {
  const processes = createProcesses()
  try {
    const server = processes.spawn('main', {
      PORT: '0',
      SANDBOX: 'on',
      DATA_DIR: await processes.makeFolder(),
      LOG_LEVEL: 'warn',
      TZ: 'UTC',
      ...environment,
    })
    const [, address = ''] = await server.printed(/runs at (http\S+)\n/)
    const [, telegram = ''] = await server.printed(/arrives at (http\S+)/)
    while (!(await fetch(`${address}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 500))
    const sessions = new Map<string, Session>()
    const signIn = async (handle: string) => {
      // Once each: a later code would have to be told from the first.
      const session = sessions.get(handle) ?? (await signInWithCode(address, new URL(telegram).origin, handle))
      sessions.set(handle, session)
      return session
    }
    const { token } = await signIn('anna')
    const past = await leavePast((method, path, body) => ask(address, token, method, path, body))
    return { address, past, signIn, close: () => processes.close() }
  } catch (error) {
    await processes.close()
    throw error
  }
}

/** Of the people of the demo world who sign in here, the chat with the bot. */
const CHATS: Record<string, string> = { anna: '100001', ben: '100002', carla: '100003' }

async function signInWithCode(address: string, telegram: string, handle: string): Promise<Session> {
  await ask(address, null, 'POST', '/auth/request', { identifier: handle })
  for (;;) {
    const response = await fetch(`${telegram}/__sandbox/chats/${CHATS[handle]}/messages`)
    const code = /<code>(\w{6})|\b([A-Z2-9]{6})\b/.exec(await response.text())
    if (code) {
      const signedIn = await ask(address, null, 'POST', '/auth/verify', {
        identifier: handle,
        code: code[1] ?? code[2],
      })
      return { token: String(read(signedIn, 'token')), member: read(signedIn, 'member') }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
