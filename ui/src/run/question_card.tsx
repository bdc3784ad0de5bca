// The question that a run waits for, with exactly the values that a yes lets go. It stays until it is answered.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { Answer, QuestionInfo } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';

interface Props {
    run: string;
    question: QuestionInfo;
    onAnswered: () => void;
}

export function QuestionCard({ run, question, onAnswered }: Props) {
    const heading = useRef<HTMLHeadingElement>(null);
    const [isReady, setReady] = useState(false);
    const [isSent, setSent] = useState(false);
    const [error, setError] = useState('');
    useEffect(() => {
        setReady(false);
        setSent(false);
        setError('');
        heading.current?.focus();
        // A click that was meant for what stood here before must not answer.
        const ready = setTimeout(() => {
            setReady(true);
        }, DEAD_TIME);
        return () => {
            clearTimeout(ready);
        };
    }, [question.no]);
    const answer = (word: Answer['answer'], text?: string) => {
        setSent(true);
        api.answer(run, { question: question.no, answer: word, ...(text === undefined ? {} : { text }) }).then(
            onAnswered,
            (problem: unknown) => {
                setSent(false);
                setError(problem instanceof Error ? problem.message : String(problem));
            },
        );
    };
    const isDead = !isReady || isSent;
    return (
        <section class="card question" role="alert" aria-labelledby="question">
            <h2 id="question" tabIndex={-1} ref={heading}>
                <Icon name={question.topic === 'hand_over' ? 'hand' : 'diamond'} />
                <span>{question.text}</span>
            </h2>
            <Values question={question} />
            {question.topic === 'approval' && <p class="why muted">{t('why_approval')}</p>}
            {error !== '' && <p class="error">{error}</p>}
            <Buttons question={question} isDead={isDead} answer={answer} />
        </section>
    );
}

function Values({ question }: { question: QuestionInfo }) {
    if (question.details.length === 0 && question.content.length === 0) return null;
    return (
        <div class="values" tabIndex={0} role="group" aria-label={t('sends')}>
            {question.details.length > 0 && (
                <ul class="details">
                    {question.details.map((detail) => (
                        <li key={detail}>{detail}</li>
                    ))}
                </ul>
            )}
            {question.content.length > 0 && (
                <table>
                    <caption>{t('sends')}</caption>
                    <tbody>
                        {question.content.map(([name, value], index) => (
                            <tr key={index}>
                                <th scope="row">{name}</th>
                                <td>{value}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </div>
    );
}

interface ButtonsProps {
    question: QuestionInfo;
    isDead: boolean;
    answer: (word: Answer['answer'], text?: string) => void;
}

function Buttons({ question, isDead, answer }: ButtonsProps) {
    const no = (
        <button
            type="button"
            class="button"
            data-key="n"
            disabled={isDead}
            onClick={() => {
                answer('no');
            }}
        >
            {t('no')}
        </button>
    );
    if (question.topic === 'brain' || question.topic === 'secret') {
        return <WrittenAnswer question={question} isDead={isDead} answer={answer} no={no} />;
    }
    const yes = {
        approval: t('allow_once'),
        hand_over: t('give_back'),
        budget: t('yes'),
        debugger: t('allow_debugger'),
    }[question.topic];
    return (
        <div class="buttons">
            {question.topic !== 'hand_over' && no}
            {question.this_kind !== undefined && (
                <button
                    type="button"
                    class="button"
                    disabled={isDead}
                    title={question.this_kind}
                    onClick={() => {
                        answer('yes_to_kind');
                    }}
                >
                    {t('allow_kind')}
                </button>
            )}
            <button
                type="button"
                class="button primary"
                data-key="y"
                disabled={isDead}
                onClick={() => {
                    answer('yes');
                }}
            >
                {yes}
            </button>
        </div>
    );
}

function WrittenAnswer({ question, isDead, answer, no }: ButtonsProps & { no: preact.JSX.Element }) {
    const [text, setText] = useState('');
    const isSecret = question.topic === 'secret';
    return (
        <form
            onSubmit={(event) => {
                event.preventDefault();
                if (text !== '') answer(isSecret ? 'secret' : 'text', text);
                setText('');
            }}
        >
            <div class="options">
                {question.options.map((option) => (
                    <button
                        type="button"
                        class="button"
                        key={option}
                        disabled={isDead}
                        onClick={() => {
                            answer('text', option);
                        }}
                    >
                        {option}
                    </button>
                ))}
            </div>
            <label class="field">
                <span>{isSecret ? t('secret') : t('answer')}</span>
                <input
                    type={isSecret ? 'password' : 'text'}
                    autocomplete="off"
                    value={text}
                    placeholder={isSecret ? '' : t('answer_placeholder')}
                    onInput={(event) => {
                        setText(event.currentTarget.value);
                    }}
                />
                {isSecret && <small class="muted">{t('secret_hint')}</small>}
            </label>
            <div class="buttons">
                {no}
                <button type="submit" class="button primary" disabled={isDead || text === ''}>
                    {t('answer')}
                </button>
            </div>
        </form>
    );
}

const DEAD_TIME = 400;
