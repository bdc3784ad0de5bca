// Why a command of the chat brain was not performed; thrown inside the script and returned as an `error` reply.

import type { ChatErrorCode } from '../generated/chat';

export class ChatFailure extends Error {
  constructor(
    readonly code: ChatErrorCode,
    message: string,
  ) {
    super(message);
  }
}
