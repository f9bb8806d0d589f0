/** What a new password by mail does that outlives the process, all of it in one transaction; crash tests end the process in it. */
export type ResetStep = 'ResetTokenUsed' | 'PasswordReset' | 'SessionsEnded' | 'ResetCommitted';
