"""A key that comes a few letters at a time, in the texts of a stream."""

import json
from collections.abc import Iterable

import pytest

from agents.gateway.transport import PATIENCE, AnswerStream, Mask
from plans.records.model_settings import WireProtocol
from tests.agents.scripted.answers import Answer, events

KEY = "sk-this-is-secret/1"


def chat(text: str, index: int = 0) -> bytes:
    value = {"id": "chatcmpl-s", "choices": [{"index": index, "delta": {"content": text}}]}
    return f"data: {json.dumps(value)}\n\n".encode()


def messages(text: str, key: str = "text") -> bytes:
    value = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", key: text}}
    return f"event: content_block_delta\ndata: {json.dumps(value)}\n\n".encode()


def responses(text: str) -> bytes:
    value = {"type": "response.output_text.delta", "output_index": 0, "delta": text}
    return f"event: response.output_text.delta\r\ndata: {json.dumps(value)}\r\n\r\n".encode()


def gemini(text: str) -> bytes:
    return f"data: {json.dumps({'candidates': [{'content': {'parts': [{'text': text}]}}]})}\n\n".encode()


SAYS = {"chat": chat, "messages": messages, "responses": responses, "gemini": gemini}


def passed(pieces: Iterable[bytes]) -> bytes:
    stream = AnswerStream("chat", Mask(KEY))
    return b"".join([*map(stream.feed, pieces), stream.rest()])


def said(stream: bytes) -> str:
    """What a program reads from the stream, all texts one after the other."""

    def texts(value: object) -> Iterable[str]:
        match value:
            case {"content": str(text)} | {"text": str(text)} | {"partial_json": str(text)}:
                yield text
            case {"delta": str(text)}:
                yield text
            case dict():
                for one in value.values():
                    yield from texts(one)
            case list():
                for one in value:
                    yield from texts(one)
            case _:
                pass

    data = [line.removeprefix("data: ") for line in stream.decode().splitlines() if line.startswith("data: ")]
    return "".join(text for one in data for text in texts(json.loads(one)))


@pytest.mark.parametrize("protocol", SAYS)
@pytest.mark.parametrize("cuts", [(6,), (1,), (18,), (2, 5, 9), tuple(range(1, 19))])
def test_a_key_that_is_split_over_events_does_not_reach_the_program(
    protocol: str, cuts: tuple[int, ...]
) -> None:
    """Each event was looked through by itself, and two halves of the key stood in two of them."""
    event = SAYS[protocol]
    ends = (0, *cuts, len(KEY))
    pieces = [KEY[begin:end] for begin, end in zip(ends, ends[1:], strict=False)]
    pieces = ["Your key is ", f"this: {pieces[0]}", *pieces[1:-1], f"{pieces[-1]}, so ", "there."]
    assert said(passed(map(event, pieces))) == "Your key is this: [key], so there."


def test_two_keys_and_one_that_only_begins() -> None:
    pieces = [f"{KEY[:4]}", f"{KEY[4:]} and sk-th", "at, ", f"{KEY[:9]}", f"{KEY[9:]}", " sk-"]
    assert said(passed(map(chat, pieces))) == "[key] and sk-that, [key] sk-"


def test_what_is_told_at_once_in_several_texts_is_followed_in_each() -> None:
    stream = [chat("a sk-this", 0), chat("b sk-this", 1), chat("-is-secret/1!", 0), chat("-is-no secret", 1)]
    assert said(passed(stream)) == "a [key]b sk-this!-is-no secret"


def test_answers_that_take_turns_are_followed_to_their_end() -> None:
    """Twenty at once used up the patience with each of them, and each passed the key letter by letter."""
    stream = [chat(letter, index) for letter in KEY for index in range(20)]
    assert said(passed(stream)) == "[key]" * 20


def test_comments_between_two_pieces_end_nothing() -> None:
    """With twenty of them between its halves the key passed."""
    comments = [b": keep-alive\n\n"] * 40
    assert said(passed([chat(KEY[:9]), *comments, chat(KEY[9:])])) == "[key]"
    assert said(passed([chat(KEY[:9]), *[chat("")] * 40, chat(KEY[9:])])) == "[key]"


@pytest.mark.parametrize("cut", range(1, 22))
def test_a_key_that_is_escaped_in_a_tools_arguments_is_found_in_two_pieces(cut: int) -> None:
    spelled = KEY.replace("/", "\\u002F")
    pieces = [
        messages(f"{{'k': '{spelled[:cut]}", "partial_json"),
        messages(f"{spelled[cut:]}'}}", "partial_json"),
    ]
    assert said(passed(pieces)) == "{'k': '[key]'}"


def test_a_key_in_the_json_of_a_tools_arguments_is_found_as_it_is_spelled_there() -> None:
    stream = [messages('{"k": "sk-this-is-', "partial_json"), messages('secret\\/1"}', "partial_json")]
    assert said(passed(stream)) == '{"k": "[key]"}'


@pytest.mark.parametrize("protocol", ["chat", "responses", "messages", "gemini"])
def test_a_stream_without_the_key_passes_to_the_byte(protocol: WireProtocol) -> None:
    stream = [one.encode() for one in events(protocol, Answer("A title, and its sk-th ends."), "s")]
    assert passed(stream) == b"".join(stream)
    odd = [
        b": comment\n\n",
        b"data: [DONE]\n\n",
        b"data: {broken\n\n",
        b"data: " + b'{"a":' * 300 + b"1" + b"}" * 300,
    ]
    assert passed([*odd, b"\n\n"][:3]) == b"".join(odd[:3])


def test_what_may_begin_a_key_and_is_not_gone_on_with_holds_nothing_up_for_long() -> None:
    """The name of a tool ends in the key's first letter, and all that follows would wait for the stream's end."""
    mask = AnswerStream("chat", Mask(KEY))
    first = b'data: {"choices": [{"delta": {"tool_calls": [{"function": {"name": "get_files"}}]}}]}\n\n'
    assert mask.feed(first) == b""
    later = [mask.feed(chat("word ")) for _ in range(PATIENCE + 1)]
    assert later[-1].startswith(first)
    assert mask.feed(chat("more ")) == chat("more ")


def test_levels_without_end_are_no_crash() -> None:
    deep = b"data: " + b'{"a":' * 900 + b'"s"' + b"}" * 900 + b"\n\n"
    assert passed([deep]) == deep
