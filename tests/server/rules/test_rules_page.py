"""The rules as players read them: every clause, in the words of the edition that is played."""

import re

import pytest

from parure.i18n import LANGUAGES, use_language
from parure.rules import all_rules
from parure.words.clauses import CLAUSES, chapters

pytestmark = pytest.mark.usefixtures("english")


def test_every_clause_is_found_in_the_rules_of_some_game() -> None:
    shown = {
        id
        for played in all_rules(2)
        for chapter in chapters(played.modules, played.edition)
        for section in chapter.sections
        for id, _words in section.clauses
    }
    assert set(CLAUSES) - shown == {"B1", "B5", "M1"}, "who may play and who begins, the lobby says"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_one_edition_begin_with_no_year(language: str) -> None:
    use_language(language)
    for played in all_rules(2):
        for chapter in chapters(played.modules, played.edition):
            for section in chapter.sections:
                for _id, words in section.clauses:
                    assert not words.startswith(("2017", "2024"))
                    assert words[0].isupper() or not words[0].isalpha()


def test_with_cities_no_noble_is_spoken_of_as_coming() -> None:
    ids = [id for s in chapters(["cities"], 2024)[0].sections for id, _words in s.clauses]
    assert "B20" not in ids
    assert "B20" in [id for s in chapters([], 2024)[0].sections for id, _words in s.clauses]


def test_players_read_rules_without_numbers_and_old_words():
    texts = [chapter.intro for modules in ([], ["cities"]) for chapter in chapters(modules, 2024)]
    assert not re.search(r"\bdear\b|legal", " ".join([*texts, *CLAUSES.values()]))


@pytest.mark.parametrize("path", ["/rules", "/rules/fragment?modules=&edition=2024"])
def test_the_numbers_of_rules_are_there_for_those_who_ask(ann, path):
    page = ann.http.get(path).text
    assert page.count("rules-numbers") == 1
    assert "By lot" not in ann.http.get("/").text
