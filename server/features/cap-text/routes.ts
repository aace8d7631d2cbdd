import type { capTextCalls } from '#contract/cap-text.ts'
import { capTextTexts } from '#contract/texts/cap-text.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { LanguageModel } from '#platform/llm/model.ts'
import { answer, problem, type Handlers } from '#platform/http/reply.ts'
import { readQuestions, tryModel, type ModelQuestion } from './model-service.ts'
import {
  forgetWord,
  readWordHistory,
  readWords,
  rememberWord,
  type WordDeps,
  type WordRefusal,
  type WordRow,
} from './word-service.ts'

const words = capTextTexts

interface CapTextDeps extends WordDeps {
  model: LanguageModel | null
  stopping: AbortSignal
}

export function capTextRoutes(deps: CapTextDeps): Handlers<typeof capTextCalls> {
  return {
    async listWords() {
      return answer(200, (await readWords(deps.db)).map(presentWord))
    },
    async rememberWord({ body }, { member, log, address }) {
      const { word, advertiserId, sourceNumber } = body
      const kind = advertiserId ? 'advertiser' : 'publisher'
      const result = await rememberWord(deps, member, { word, kind, key: advertiserId ?? sourceNumber ?? '' })
      if (!result.ok) return refuseWord(result)
      log.info({ event: 'word.remembered', by: member._id, address, id: result.value.id }, 'word remembered')
      return answer(200, presentWord(result.value))
    },
    async forgetWord({ params }, { member, log, address }) {
      if (!(await forgetWord(deps, member, params.id))) return problem(404, words.wordGone)
      log.info({ event: 'word.forgotten', by: member._id, address, id: params.id }, 'word forgotten')
      return answer(204, undefined)
    },
    async listQuestions() {
      const { isOn, questions } = await readQuestions(deps.db)
      return answer(200, { isOn, model: deps.model?.name ?? null, questions: questions.map(presentQuestion) })
    },
    async tryModel({ body }, { member, log, address }) {
      const result = await tryModel({ ...deps, log }, body.text, deps.stopping)
      if (!result.ok) return problem(409, words.modelOff)
      log.info({ event: 'model.tried', by: member._id, address, id: result.value.id }, 'model tried')
      return answer(201, presentQuestion(result.value))
    },
    async listWordHistory() {
      const changes = await readWordHistory(deps.db)
      return answer(
        200,
        changes.map(({ id, at, actor, before, after }) => ({ id, at: formatInstant(at), actor, before, after })),
      )
    },
  }
}

function refuseWord({ reason }: WordRefusal) {
  switch (reason) {
    case 'word.partner-unknown':
      return problem(404, words.wordPartnerUnknown)
    case 'word.full':
      return problem(409, words.wordsFull)
    case 'word.empty':
      return refuseAt(words.word)
    case 'word.number':
      return refuseAt(words.wordNumber)
    case 'word.geo':
      return refuseAt(words.wordGeo)
  }
}

function refuseAt(message: string) {
  return problem(400, message, { errors: [{ path: 'word', message }] })
}

function presentQuestion({ id, askedAt, answered, taken: { sentences, thrown }, ...question }: ModelQuestion) {
  return {
    ...question,
    _id: id,
    at: formatInstant(askedAt),
    answered: answered && JSON.stringify(answered),
    taken: sentences,
    thrown,
  }
}

function presentWord({ id, word, kind, key, name, saidBy, saidAt }: WordRow) {
  return {
    _id: id,
    word,
    advertiserId: kind === 'advertiser' ? key : null,
    sourceNumber: kind === 'publisher' ? key : null,
    name,
    by: saidBy,
    at: formatInstant(saidAt),
  }
}
