// Why a command failed; thrown inside the script and returned as an `error` reply.

import type { Described, PageErrorCode } from '../generated/wire';

export class Failure extends Error {
  constructor(
    readonly code: PageErrorCode,
    message: string,
    readonly by: Described | null = null,
  ) {
    super(message);
  }
}
