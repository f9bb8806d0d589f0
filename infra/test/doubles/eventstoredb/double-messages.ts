import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expectation, LogOutcome } from './double-log.ts';
import type { ProposedEvent, StoredEvent } from './double-log-line.ts';

type Denied = { readonly outcome: 'denied' };

/** .NET ticks: 100 ns. */
const TICKS_PER_MS = 10_000n;

export const nameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

function identifierOf(stream: string): StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Uint8Array.from(Buffer.from(stream)));
  return identifier;
}

export function proposedOf(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  const facts = message.getMetadataMap();
  return {
    id: message.getId()?.getString().toLowerCase() ?? '',
    type: facts.get('type') ?? '',
    contentType: facts.get('content-type') ?? 'application/octet-stream',
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

export function expectationOf(options: AppendReq.Options): Expectation {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream-exists';
  return options.hasNoStream() ? -1 : Number(options.getRevision());
}

export function batchExpectationOf(options: BatchAppendReq.Options): Expectation {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream-exists';
  return options.hasNoStream() ? -1 : Number(options.getStreamPosition());
}

/** `outcome` is no deletion: that is a failure of the call here. */
export function appendAnswer(outcome: Exclude<LogOutcome, { outcome: 'deleted' }>, expected: Expectation): AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.outcome === 'success') {
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    if (outcome.position === undefined) success.setNoPosition(new shared.Empty());
    else {
      const position = new streams.AppendResp.Position();
      position.setCommitPosition(String(outcome.position));
      position.setPreparePosition(String(outcome.position));
      success.setPosition(position);
    }
    answer.setSuccess(success);
    return answer;
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.actual));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'stream-exists') wrong.setExpectedStreamExists(new shared.Empty());
  else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  answer.setWrongExpectedVersion(wrong);
  return answer;
}

export function batchAnswer(
  correlationId: UUID | undefined,
  stream: string,
  expected: Expectation,
  outcome: LogOutcome | Denied,
): BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(correlationId);
  answer.setStreamIdentifier(identifierOf(stream));
  if (outcome.outcome === 'success') {
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    if (outcome.position === undefined) success.setNoPosition(new empty.Empty());
    else {
      const position = new shared.AllStreamPosition();
      position.setCommitPosition(String(outcome.position));
      position.setPreparePosition(String(outcome.position));
      success.setPosition(position);
    }
    answer.setSuccess(success);
    return answer;
  }
  const failure = new statuses.Status();
  failure.setCode(codes.Code.FAILED_PRECONDITION);
  failure.setDetails(detailsOf(stream, expected, outcome));
  answer.setError(failure);
  return answer;
}

function detailsOf(
  stream: string,
  expected: Expectation,
  outcome: Exclude<LogOutcome, { outcome: 'success' }> | Denied,
): InstanceType<typeof any.Any> {
  const details = new any.Any();
  if (outcome.outcome === 'denied') {
    details.pack(new shared.AccessDenied().serializeBinary(), 'event_store.client.AccessDenied');
  } else if (outcome.outcome === 'deleted') {
    const deleted = new shared.StreamDeleted();
    deleted.setStreamIdentifier(identifierOf(stream));
    details.pack(deleted.serializeBinary(), 'event_store.client.StreamDeleted');
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (outcome.actual < 0) wrong.setCurrentNoStream(new empty.Empty());
    else wrong.setCurrentStreamRevision(String(outcome.actual));
    if (expected === 'any') wrong.setExpectedAny(new empty.Empty());
    else if (expected === 'stream-exists') wrong.setExpectedStreamExists(new empty.Empty());
    else if (expected < 0) wrong.setExpectedNoStream(new empty.Empty());
    else wrong.setExpectedStreamPosition(String(expected));
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  return details;
}

export function eventAnswer(event: StoredEvent): ReadResp {
  const id = new shared.UUID();
  id.setString(event.id);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setPreparePosition(String(event.position));
  recorded.setCommitPosition(String(event.position));
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.createdMs) * TICKS_PER_MS));
  recorded.setCustomMetadata(Uint8Array.from(event.metadata));
  recorded.setData(Uint8Array.from(event.data));
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(event.position));
  const answer = new streams.ReadResp();
  answer.setEvent(read);
  return answer;
}

export function notFoundAnswer(stream: string): ReadResp {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifierOf(stream));
  const answer = new streams.ReadResp();
  answer.setStreamNotFound(notFound);
  return answer;
}

export function confirmationAnswer(): ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const answer = new streams.ReadResp();
  answer.setConfirmation(confirmation);
  return answer;
}

export function caughtUpAnswer(): ReadResp {
  const answer = new streams.ReadResp();
  answer.setCaughtUp(new streams.ReadResp.CaughtUp());
  return answer;
}

/** A failed call as the server reports it: the client tells them apart by the trailer `exception`. */
export function failure(code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const accessDenied = (): ServiceError =>
  failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
export const notAuthenticated = (): ServiceError => failure(status.UNAUTHENTICATED, 'Unauthenticated');
export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': encodeURIComponent(stream),
  });
export const unknownFailure = (details: string): ServiceError => failure(status.UNKNOWN, details);
