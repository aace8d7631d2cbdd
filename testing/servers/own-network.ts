import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A network for one process, as in a container. What listens at 127.0.0.1 of this machine, it finds at 127.0.0.1 too. */
export interface OwnNetwork {
  /** Before the command of the process. */
  enter: readonly string[]
  /** The process has to listen here, and is reached here. */
  address: string
  /** Every packet to and from it is lost, as with a pulled cable: nobody is told. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

/** Null where this machine has no network namespaces with translation of addresses, or we may not make one. `number`: 1 to 63. */
export async function openOwnNetwork(number: number): Promise<OwnNetwork | null> {
  const name = `capline-${process.pid}-${number}`
  const [here, there] = [`capline${number}`, 'eth0']
  const [ours, address] = [`10.213.1.${number * 4 + 1}`, `10.213.1.${number * 4 + 2}`]
  const table = `capline_${process.pid}_${number}`
  const enter = ['ip', 'netns', 'exec', name]
  const close = async () => {
    await ip('netns', 'del', name).catch(() => undefined)
    await nft([], `delete table inet ${table}`).catch(() => undefined)
  }
  try {
    await ip('netns', 'add', name)
    await ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name)
    await ip('addr', 'add', `${ours}/30`, 'dev', here)
    await ip('link', 'set', here, 'up')
    await ip('-n', name, 'link', 'set', 'lo', 'up')
    await ip('-n', name, 'addr', 'add', `${address}/30`, 'dev', there)
    await ip('-n', name, 'link', 'set', there, 'up')
    // Both ends take 127.0.0.1 for an address that others may have.
    await writeFile(`/proc/sys/net/ipv4/conf/${here}/route_localnet`, '1')
    await run('ip', ['netns', 'exec', name, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet'])
    await nft(
      enter,
      `table ip capline {
        chain out { type nat hook output priority -100; ip daddr 127.0.0.1 dnat to ${ours}; }
        chain post { type nat hook postrouting priority 100; oifname "${there}" ip saddr 127.0.0.1 snat to ${address}; }
      }`,
    )
    await nft(
      [],
      `table inet ${table} {
        chain in { type nat hook prerouting priority -100; iifname "${here}" ip daddr ${ours} dnat ip to 127.0.0.1; }
        chain own { type nat hook input priority 100; iifname "${here}" snat ip to 127.0.0.1; }
        chain lost_in { type filter hook prerouting priority -300; }
        chain lost_out { type filter hook postrouting priority 300; }
      }`,
    )
  } catch {
    await close()
    return null
  }
  return {
    enter,
    address,
    cut: () =>
      nft(
        [],
        `add rule inet ${table} lost_in iifname "${here}" drop; add rule inet ${table} lost_out oifname "${here}" drop`,
      ),
    mend: () => nft([], `flush chain inet ${table} lost_in; flush chain inet ${table} lost_out`),
    close,
  }
}

async function ip(...words: string[]): Promise<void> {
  await run('ip', words)
}

async function nft(enter: readonly string[], rules: string): Promise<void> {
  const [program, ...words] = enter
  await (program ? run(program, [...words, 'nft', rules]) : run('nft', [rules]))
}
