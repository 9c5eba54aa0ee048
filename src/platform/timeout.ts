/** Awaits a result for at most `ms`; throws if there is none by then. */
export async function withTimeout<T>(
  result: Promise<T>,
  ms: number,
  errorOf = (): Error => new Error(`no response within ${ms} ms`),
): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(errorOf()), ms);
  try {
    return await Promise.race([result, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
