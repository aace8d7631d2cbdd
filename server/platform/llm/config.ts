import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { mayCarrySecrets } from '../network.ts'

/** Any endpoint with OpenAI's chat completions. */
export interface ModelConfig {
  /** With the version in it, such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Null if it needs none. */
  apiKey: string | null
  model: string
  /** Dollars per million tokens; null if unknown. */
  prices: { input: number; output: number } | null
}

interface ModelEnvironment {
  LLM_BASE_URL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_MODEL?: string | undefined
  LLM_PRICES?: string | undefined
}

const PRICES = /^(\d{1,4}(?:\.\d{1,4})?)\/(\d{1,4}(?:\.\d{1,4})?)$/

/** Null if none is configured; a sentence if the configuration is wrong. */
export function readModelConfig(
  environment: ModelEnvironment,
): Result<ModelConfig | null, { reason: 'model.wrong'; message: string }> {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey = null, LLM_MODEL: model, LLM_PRICES: written } = environment
  const wrong = (message: string) => refuse({ reason: 'model.wrong', message })
  if (baseUrl === undefined) {
    const [lost] =
      Object.entries(environment).find(([name, value]) => value !== undefined && name.startsWith('LLM_')) ?? []
    return lost === undefined ? accept(null) : wrong(`${lost} means nothing without LLM_BASE_URL`)
  }
  if (model === undefined) return wrong('LLM_MODEL must name the model to ask at LLM_BASE_URL')
  if (apiKey !== null && !mayCarrySecrets(new URL(baseUrl))) {
    return wrong(
      'LLM_BASE_URL must begin with https:// if LLM_API_KEY is set, because the key would be sent unencrypted',
    )
  }
  const [, input, output] = PRICES.exec(written ?? '') ?? []
  if (written !== undefined && (input === undefined || output === undefined)) {
    return wrong('LLM_PRICES must be dollars for a million tokens in and out, such as 0.15/0.60')
  }
  const prices = input === undefined || output === undefined ? null : { input: Number(input), output: Number(output) }
  return accept({ baseUrl, apiKey, model, prices })
}
