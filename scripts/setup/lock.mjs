import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupFailure } from './failure.mjs'

const BEAT = 2_000
/** Without a beat for so long its owner is gone: killed, or on another machine that shares the folder. */
const STALE = 20_000

/** Runs `work` while no other process sets up the same clone. */
export async function withLock(root, work) {
  const folder = join(root, '.toolchain')
  const lock = join(folder, 'setup.lock')
  const mark = `${hostname()} ${process.pid} ${Math.random()}`
  make(folder, { recursive: true })
  await take(lock, mark)
  const beat = setInterval(() => touch(lock), BEAT)
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

async function take(lock, mark) {
  for (let turn = 0; ; turn++) {
    if (isMade(lock)) {
      writeFileSync(join(lock, 'owner'), mark)
      // Two that found the same stale lock may both have cleared it; the last one to write owns it.
      await sleep(100)
      if (readOwner(lock) === mark) return
    }
    if (turn === 0) console.error('Waiting for another set-up in this folder…')
    clearStale(lock)
    await sleep(200)
  }
}

function isMade(lock) {
  try {
    make(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function make(folder, options) {
  try {
    mkdirSync(folder, options)
  } catch (error) {
    if (!/^(EACCES|EPERM|EROFS)$/.test(error.code)) throw error
    throw new SetupFailure(
      `Capline cannot write to its own folder (${error.message}): change its owner or its rights and start again.`,
    )
  }
}

function clearStale(lock) {
  if (!isStale(lock)) return
  try {
    const aside = `${lock}.${process.pid}`
    renameSync(lock, aside)
    rmSync(aside, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE) return true
  } catch {
    return false
  }
  const [host, pid] = readOwner(lock).split(' ')
  return host === hostname() && !isAlive(Number(pid))
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readOwner(lock) {
  try {
    return readFileSync(join(lock, 'owner'), 'utf8')
  } catch {
    return ''
  }
}

function touch(lock) {
  try {
    const now = new Date()
    utimesSync(lock, now, now)
  } catch {
    // Released in between.
  }
}
