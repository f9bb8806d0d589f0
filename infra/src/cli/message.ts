import { silentLog } from '@ledgate/domain/ports/log';
import { readEnvironment } from '../server/config/config.ts';
import { endText, StartRefused } from '../embedded/data-folder/start-refused.ts';
import { lookAtMessage, NoMessage } from '../adapters/feed/kafka/look-at-message.ts';
import { kafkaIn, topicIn } from '../process/main/kafka.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { program } from '../process/program.ts';

const USAGE = `npm run message -- PARTITION OFFSET     prints one message of the topic as JSON, and why it is refused; an alarm names both
  with the variables that the projectors have, or the DATA_DIR of npm run cluster`;
const PARTITION = /^\d{1,6}$/u;
const OFFSET = /^\d{1,18}$/u;

/** `npm run message -- PARTITION OFFSET`: shows a message of the topic to a person. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const { partition, offset } = placeIn(process.argv.slice(2));
  const environment = readEnvironment(process.env);
  const { topic, ...message } = await withLedger(environment, async ({ pool, brokers }) => {
    const found = await brokers();
    if (found === undefined)
      throw new StartRefused('KAFKA_BROKERS is not set: it names the Kafka whose message is to be shown');
    const { name } = await topicIn(environment, pool);
    return {
      topic: name,
      ...(await lookAtMessage(kafkaIn({ ...environment, KAFKA_BROKERS: [...found] }, 'message', silentLog), {
        topic: name,
        partition,
        offset,
      })),
    };
  });
  process.stdout.write(`${JSON.stringify({ topic, partition, ...message }, undefined, 2)}\n`);
}

function placeIn([partition, offset, ...more]: readonly string[]): {
  readonly partition: number;
  readonly offset: string;
} {
  if (partition === undefined || offset === undefined || more.length > 0) throw new StartRefused(USAGE);
  if (!PARTITION.test(partition))
    throw new StartRefused(`PARTITION ${partition} is no number of a partition\n${USAGE}`);
  if (!OFFSET.test(offset)) throw new StartRefused(`OFFSET ${offset} is no offset\n${USAGE}`);
  return { partition: Number(partition), offset };
}

program(main, { textOf: (error) => (error instanceof NoMessage ? error.message : endText(error)) });
