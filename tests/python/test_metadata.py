"""The metadata and the contents of the wheel: nothing in it refers to paths in the repository."""

import re
import unittest
from importlib import metadata

import bcp_laboratory


class Wheel(unittest.TestCase):
    about = metadata.metadata("bcp-laboratory")

    def test_the_version_is_the_one_of_the_distribution(self):
        self.assertEqual(bcp_laboratory.__version__, self.about["Version"])

    def test_licences_come_with_it(self):
        licences = [file.name for file in metadata.files("bcp-laboratory") if "licenses" in file.parts]
        self.assertEqual(sorted(licences), ["LICENSE-APACHE", "LICENSE-MIT", "NOTICES.txt"])
        self.assertEqual(self.about["License-Expression"], "MIT OR Apache-2.0")

    def test_pages_of_a_registry_have_something_to_show(self):
        for field in ("Author", "Summary", "Keywords", "Classifier"):
            self.assertTrue(self.about[field], field)

    def test_no_link_leads_into_the_repository(self):
        readme = self.about.get_payload()
        self.assertIn("lab.search", readme)
        links = re.findall(r"\]\(([^)]*)\)", readme)
        self.assertTrue(links)
        self.assertEqual([link for link in links if not link.startswith("https://")], [])


if __name__ == "__main__":
    unittest.main()
